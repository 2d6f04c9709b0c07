(** The checker as an OCaml program. Of Coq's types, booleans, options, pairs, lists and the unit type become OCaml's own; all
    else is as it is defined in Coq. *)
From Coq Require Import Extraction.
From Zermelo Require Import Game Strategy Lines Morris.

Extract Inductive bool => "bool" [ "true" "false" ].
Extract Inductive option => "option" [ "Some" "None" ].
Extract Inductive unit => "unit" [ "()" ].
Extract Inductive prod => "(*)" [ "(,)" ].
Extract Inductive list => "list" [ "[]" "(::)" ].

(* so that the second part is computed only if it is needed *)
Extraction Inline andb orb.

Extraction "extracted.ml"
  verify_lines after_moves beforehand verify_men after_steps no_men three_mens_morris.
