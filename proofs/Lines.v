(** * Lines on any cells: k in a row, drop games, winning sets

    The players put a stone on a free cell in turn, First first. The player whose stone completes a line wins, or loses if the
    game is misère. If no cell is free, and no line complete, the game is a draw. *)

From Coq Require Import ZArith List Bool Lia.
From Zermelo Require Import Game Value Strategy.
Import ListNotations.
Open Scope Z_scope.

(** ** Boards

    A cell is a path in a binary tree: [false] to the left, [true] to the right. Boards that differ in few cells share most of
    their trees. *)
Definition cell := list bool.

Inductive mark := Empty | Stone (who : player).

Inductive board := Nowhere | Node (left : board) (here : mark) (right : board).

Fixpoint get (b : board) (c : cell) : mark :=
  match b, c with
  | Nowhere, _ => Empty
  | Node _ here _, [] => here
  | Node left _ right, d :: c => get (if d then right else left) c
  end.

Fixpoint put (b : board) (c : cell) (m : mark) : board :=
  match c with
  | [] => match b with Nowhere => Node Nowhere m Nowhere | Node left _ right => Node left m right end
  | d :: c =>
      match b with
      | Nowhere => if d then Node Nowhere Empty (put Nowhere c m) else Node (put Nowhere c m) Empty Nowhere
      | Node left here right => if d then Node left here (put right c m) else Node (put left c m) here right
      end
  end.

Lemma get_nowhere : forall c, get Nowhere c = Empty.
Proof. destruct c; reflexivity. Qed.

Lemma get_put : forall c b m, get (put b c m) c = m.
Proof. induction c as [|d c IH]; destruct b, d || destruct b; simpl; auto; destruct d; simpl; auto. Qed.

Lemma get_put_other : forall c d b m, c <> d -> get (put b c m) d = get b d.
Proof.
  induction c as [|x c IH]; destruct d as [|y d]; intros b m N; try congruence.
  - destruct b; simpl; [|reflexivity]. destruct y; rewrite get_nowhere; reflexivity.
  - destruct b; simpl; destruct x; reflexivity.
  - destruct (bool_dec x y) as [<-|D].
    + assert (c <> d) by congruence. destruct b; simpl; destruct x; simpl; rewrite ?IH by assumption;
        rewrite ?get_nowhere; reflexivity.
    + destruct b; simpl; destruct x, y; simpl; rewrite ?get_nowhere; congruence.
Qed.

Definition cell_eq : forall c d : cell, {c = d} + {c <> d} := list_eq_dec bool_dec.

(** ** The rules *)
Record spot := {
  at_cell : cell;
  lines_through : list (list cell);
  below : option cell            (* the cell that must have a stone before this one is free *)
}.

Record place := { stones : board; turn : player; over : option Z }.

Definition other (a : player) : player := match a with First => Second | Second => First end.

Definition is_empty (b : board) (c : cell) : bool := match get b c with Empty => true | Stone _ => false end.

Definition owns (b : board) (who : player) (c : cell) : bool :=
  match get b c with Empty => false | Stone w => same w who end.

Definition free (b : board) (s : spot) : bool :=
  is_empty b (at_cell s) && match below s with None => true | Some c => negb (is_empty b c) end.

(** A board and its lines. *)
Record layout := {
  cells : list cell;
  lines : list (list cell);
  rests_on : cell -> option cell;
  misere : bool
}.

Definition spot_at (L : layout) (c : cell) : spot :=
  {| at_cell := c;
     lines_through := filter (fun l => if in_dec cell_eq c l then true else false) (lines L);
     below := rests_on L c |}.

Definition spots (L : layout) : list spot := map (spot_at L) (cells L).

(** What First gets when this player completes a line. *)
Definition completed (misere : bool) (who : player) : Z := gain who (if misere then -1 else 1).

Definition completes (b : board) (who : player) (s : spot) : bool := existsb (forallb (owns b who)) (lines_through s).

Definition put_stone (free_spots : list spot) (misere : bool) (p : place) (s : spot) : place :=
  let b := put (stones p) (at_cell s) (Stone (turn p)) in
  {| stones := b;
     turn := other (turn p);
     over :=
       if completes b (turn p) s then Some (completed misere (turn p))
       else if existsb (free b) free_spots then None else Some 0 |}.

Definition line_game (L : layout) : game :=
  let all := spots L in
  {| position := place;
     move := spot;
     to_move := turn;
     moves := fun p => filter (free (stones p)) all;
     after := put_stone all (misere L);
     reward := over;
     endless := 0 |}.

Definition empty_board : place := {| stones := Nowhere; turn := First; over := None |}.

(** ** Symmetries

    A picture says for each cell which cell comes there. *)
Inductive picture := Blank | Spot (left : picture) (from : cell) (right : picture).

Fixpoint image (t : picture) (b : board) : board :=
  match t with
  | Blank => Nowhere
  | Spot left from right => Node (image left b) (get b from) (image right b)
  end.

Fixpoint source (t : picture) (c : cell) : option cell :=
  match t, c with
  | Blank, _ => None
  | Spot _ from _, [] => Some from
  | Spot left _ right, d :: c => source (if d then right else left) c
  end.

Lemma get_image : forall t b c, get (image t b) c = match source t c with Some d => get b d | None => Empty end.
Proof.
  induction t as [|left IHl from right IHr]; intros b c; simpl.
  - destruct c; reflexivity.
  - destruct c as [|d c]; simpl; [reflexivity|]. destruct d; auto.
Qed.

(** Two functions on the cells, one undoing the other, that take lines to lines and what is below to what is below. *)
Record symmetry (L : layout) (f g : cell -> cell) : Prop := {
  stay_cells : forall c, In c (cells L) -> In (f c) (cells L) /\ In (g c) (cells L);
  undone : forall c, In c (cells L) -> g (f c) = c /\ f (g c) = c;
  to_lines : forall l, In l (lines L) -> exists k, In k (lines L) /\ forall c, In c k <-> In c (map f l);
  from_lines : forall l, In l (lines L) -> exists k, In k (lines L) /\ forall c, In c k <-> In c (map g l);
  to_below : forall c, In c (cells L) -> rests_on L (f c) = option_map f (rests_on L c)
}.

(** The cells of the lines, and what is below, are cells of the board. *)
Record on_board (L : layout) : Prop := {
  lines_on_board : forall l c, In l (lines L) -> In c l -> In c (cells L);
  below_on_board : forall c d, In c (cells L) -> rests_on L c = Some d -> In d (cells L)
}.

Section Symmetries.
Variable L : layout.
Hypothesis OB : on_board L.

Definition alike_by (f g : cell -> cell) (p q : place) : Prop :=
  turn p = turn q /\ over p = over q /\ forall c, In c (cells L) -> get (stones q) c = get (stones p) (f c).

Definition similar (p q : place) : Prop := exists f g, symmetry L f g /\ alike_by f g p q.

Lemma symmetry_id : symmetry L (fun c => c) (fun c => c).
Proof.
  constructor; auto; intros; try (rewrite map_id; eauto; fail).
  - exists l. rewrite map_id. tauto.
  - exists l. rewrite map_id. tauto.
  - destruct (rests_on L c); reflexivity.
Qed.

Lemma similar_refl : forall p, similar p p.
Proof. intros p. exists (fun c => c), (fun c => c). split; [apply symmetry_id|]. repeat split; auto. Qed.

Lemma symmetry_compose : forall f g f' g', symmetry L f g -> symmetry L f' g' ->
  symmetry L (fun c => f (f' c)) (fun c => g' (g c)).
Proof.
  intros f g f' g' S S'. constructor.
  - intros c I. split.
    + apply (stay_cells _ _ _ S). apply (stay_cells _ _ _ S'). exact I.
    + apply (stay_cells _ _ _ S'). apply (stay_cells _ _ _ S). exact I.
  - intros c I. split.
    + destruct (undone _ _ _ S (f' c)) as [E _]; [apply (stay_cells _ _ _ S'); exact I|].
      rewrite E. apply (undone _ _ _ S'). exact I.
    + destruct (undone _ _ _ S' (g c)) as [_ E]; [apply (stay_cells _ _ _ S); exact I|].
      rewrite E. apply (undone _ _ _ S). exact I.
  - intros l I. destruct (to_lines _ _ _ S' l I) as (k & J & E). destruct (to_lines _ _ _ S k J) as (m & K & F).
    exists m. split; [exact K|]. intros c. rewrite F, !in_map_iff. split; intros (x & <- & X).
    + apply E, in_map_iff in X. destruct X as (y & <- & Y). eauto.
    + exists (f' x). split; auto. apply E. apply in_map. exact X.
  - intros l I. destruct (from_lines _ _ _ S l I) as (k & J & E). destruct (from_lines _ _ _ S' k J) as (m & K & F).
    exists m. split; [exact K|]. intros c. rewrite F, !in_map_iff. split; intros (x & <- & X).
    + apply E, in_map_iff in X. destruct X as (y & <- & Y). eauto.
    + exists (g x). split; auto. apply E. apply in_map. exact X.
  - intros c I. rewrite (to_below _ _ _ S), (to_below _ _ _ S'); auto.
    + destruct (rests_on L c); reflexivity.
    + apply (stay_cells _ _ _ S'). exact I.
Qed.

Lemma similar_trans : forall p q r, similar p q -> similar q r -> similar p r.
Proof.
  intros p q r (f & g & S & T & O & G) (f' & g' & S' & T' & O' & G').
  exists (fun c => f (f' c)), (fun c => g' (g c)). split; [apply symmetry_compose; assumption|].
  split; [congruence|]. split; [congruence|]. intros c I. rewrite G' by exact I. apply G.
  apply (stay_cells _ _ _ S'). exact I.
Qed.

Lemma symmetry_inverse : forall f g, symmetry L f g -> symmetry L g f.
Proof.
  intros f g S. constructor.
  - intros c I. destruct (stay_cells _ _ _ S c I). auto.
  - intros c I. destruct (undone _ _ _ S c I). auto.
  - apply (from_lines _ _ _ S).
  - apply (to_lines _ _ _ S).
  - intros c I. destruct (stay_cells _ _ _ S c I) as [_ J]. pose proof (to_below _ _ _ S (g c) J) as B.
    destruct (undone _ _ _ S c I) as [_ E]. rewrite E in B.
    destruct (rests_on L (g c)) as [d|] eqn:D; simpl in B; rewrite B; [|reflexivity]. simpl. f_equal.
    symmetry. apply (undone _ _ _ S). eapply (below_on_board L OB); eauto.
Qed.

Lemma similar_sym : forall p q, similar p q -> similar q p.
Proof.
  intros p q (f & g & S & T & O & G). exists g, f. split; [apply symmetry_inverse; exact S|].
  split; [auto|]. split; [auto|]. intros c I. destruct (stay_cells _ _ _ S c I) as [_ J].
  rewrite G by exact J. f_equal. symmetry. apply (undone _ _ _ S). exact I.
Qed.

(** A spot that is free has its image free. *)
Lemma free_image : forall f g p q c, symmetry L f g -> alike_by f g p q -> In c (cells L) ->
  free (stones q) (spot_at L c) = free (stones p) (spot_at L (f c)).
Proof.
  intros f g p q c S (_ & _ & G) I. unfold free, is_empty. simpl. rewrite (G c I). f_equal.
  rewrite (to_below _ _ _ S c I). destruct (rests_on L c) as [d|] eqn:D; simpl; [|reflexivity].
  rewrite G; [reflexivity|]. eapply (below_on_board L OB); eauto.
Qed.
End Symmetries.
