(** What the theorems assume: nothing. *)
From Zermelo Require Import Value Strategy Lines Morris Impartial Octal.

Print Assumptions value_is_forced.
Print Assumptions got_at_most_value.
Print Assumptions forces_by_a_strategy.
Print Assumptions no_more_than_there_is.
Print Assumptions verified.
Print Assumptions lines_verified.
Print Assumptions men_verified.
Print Assumptions mover_wins_iff.
Print Assumptions grundy_sum.
Print Assumptions octal_period.
