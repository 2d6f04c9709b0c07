(** The checker as an OCaml program. Only types that OCaml has in the same form are mapped. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Zermelo Require Import Game Strategy Lines.

Extraction "extracted.ml" verify_lines after_moves empty_board compare_boards get.
