(** * What a game is, what it is worth, and what a player can get

    What is proved of certificates is about the definitions on this page. *)

From Coq Require Import ZArith List Bool.
Import ListNotations.
Open Scope Z_scope.

Inductive player := First | Second.

Definition same (a b : player) : bool :=
  match a, b with First, First | Second, Second => true | _, _ => false end.

(** A game of two players with perfect information and without chance. What one player gets, the other loses. *)
Record game := {
  position : Type;
  move : Type;
  to_move : position -> player;
  moves : position -> list move;          (* the legal moves *)
  after : position -> move -> position;
  reward : position -> option Z;          (* what First gets; None while play is not over *)
  endless : Z                             (* what First gets from a play that never ends; any number if every play ends *)
}.

(** What a player gets when First gets [r]. *)
Definition gain (a : player) (r : Z) : Z := match a with First => r | Second => - r end.

(** ** The value of a game

    The value of a position is what First gets if both players play their best: the reward if play is over, or else the
    greatest value of what a move leads to if First is to move, and the least if Second is. [value n p] looks [n] plies
    ahead. It is [None] if a play from [p] can be longer than that, or reach a position that is not over and has no move. *)

(** Of two values, the one that a player prefers. *)
Definition better (a : player) (x y : Z) : Z := match a with First => Z.max x y | Second => Z.min x y end.

(** The best of a list; [None] if one is not known, or there is none. *)
Fixpoint best (a : player) (values : list (option Z)) : option Z :=
  match values with
  | [] => None
  | [x] => x
  | x :: others =>
      match x, best a others with
      | Some x, Some y => Some (better a x y)
      | _, _ => None
      end
  end.

Fixpoint value (g : game) (n : nat) (p : position g) : option Z :=
  match reward g p, n with
  | Some r, _ => Some r
  | None, O => None
  | None, S n => best (to_move g p) (map (fun m => value g n (after g p m)) (moves g p))
  end.

(** ** What a player can get

    [plays_so unfinished g a v n p]: player [a] can play from [p] so that, whatever the other player does, either play is over
    within [n] plies and [a] gets at least [v], or it is not over by then, and [unfinished] holds. A position that is not over,
    and in which the other player has no move, does not count as good for [a]. *)
Fixpoint plays_so (unfinished : Prop) (g : game) (a : player) (v : Z) (n : nat) (p : position g) : Prop :=
  match reward g p, n with
  | Some r, _ => v <= gain a r
  | None, O => unfinished
  | None, S n =>
      let leads_to_it m := plays_so unfinished g a v n (after g p m) in
      if same (to_move g p) a then Exists leads_to_it (moves g p)
      else moves g p <> [] /\ Forall leads_to_it (moves g p)
  end.

(** [forces g a v n p]: player [a] can play so that play is over within [n] plies, and gets at least [v]. *)
Notation forces := (plays_so False).

(** [holds_out g a v n p]: player [a] can play so that no play is over within [n] plies with less than [v]. *)
Notation holds_out := (plays_so True).

(** [keeps g a v here]: from every position in the set [here], player [a] can play so that play never leaves the set, and
    never ends with less than [v] for [a]. *)
Definition keeps (g : game) (a : player) (v : Z) (here : position g -> Prop) : Prop :=
  forall p, here p ->
    match reward g p with
    | Some r => v <= gain a r
    | None =>
        let stays m := here (after g p m) in
        if same (to_move g p) a then Exists stays (moves g p)
        else moves g p <> [] /\ Forall stays (moves g p)
    end.

(** Player [a] can get at least [v] from [p], whatever the other player does: either [a] can force play to end with at least
    [v]; or endless play gives [a] at least [v], and [a] can keep play in a set of positions in which no end gives less. *)
Definition gets_at_least (g : game) (a : player) (v : Z) (p : position g) : Prop :=
  (exists n, forces g a v n p) \/
  (v <= gain a (endless g) /\ exists here, here p /\ keeps g a v here).

(** ** What a certificate claims

    Without a number of plies: [a] gets at least [v]. With [n] plies: if [v] is positive, [a] forces an end with at least [v]
    within [n] plies; if not, [a] can prevent an end with less than [v] within [n] plies. *)
Definition claim (g : game) (a : player) (v : Z) (within : option nat) (p : position g) : Prop :=
  match within with
  | None => gets_at_least g a v p
  | Some n => if 0 <? v then forces g a v n p else holds_out g a v n p
  end.
