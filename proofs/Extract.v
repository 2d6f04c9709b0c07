(** The checker as an OCaml program. Only types that OCaml has in the same form are mapped. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Zermelo Require Import Game Strategy Lines Morris.

Extraction "extracted.ml"
  verify_lines after_moves beforehand verify_men after_steps no_men three_mens_morris points cells get.
