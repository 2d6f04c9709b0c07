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

Inductive board := Nowhere | Node (low : board) (here : mark) (high : board).

Fixpoint get (b : board) (c : cell) : mark :=
  match b, c with
  | Nowhere, _ => Empty
  | Node _ here _, [] => here
  | Node low _ high, d :: c => get (if d then high else low) c
  end.

Fixpoint put (b : board) (c : cell) (m : mark) : board :=
  match c with
  | [] => match b with Nowhere => Node Nowhere m Nowhere | Node low _ high => Node low m high end
  | d :: c =>
      match b with
      | Nowhere => if d then Node Nowhere Empty (put Nowhere c m) else Node (put Nowhere c m) Empty Nowhere
      | Node low here high => if d then Node low here (put high c m) else Node (put low c m) here high
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



(** ** Symmetries

    A picture says for each cell which cell comes there. *)
Inductive picture := Blank | Spot (low : picture) (from : cell) (high : picture).

Fixpoint image (t : picture) (b : board) : board :=
  match t with
  | Blank => Nowhere
  | Spot low from high => Node (image low b) (get b from) (image high b)
  end.

Fixpoint source (t : picture) (c : cell) : option cell :=
  match t, c with
  | Blank, _ => None
  | Spot _ from _, [] => Some from
  | Spot low _ high, d :: c => source (if d then high else low) c
  end.

Lemma get_image : forall t b c, get (image t b) c = match source t c with Some d => get b d | None => Empty end.
Proof.
  induction t as [|low IHl from high IHr]; intros b c; simpl.
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

(** Boards that are alike have the same free cells, and the same lines are completed, up to the symmetry. *)
Definition boards_alike (f : cell -> cell) (b b' : board) : Prop :=
  forall c, In c (cells L) -> get b' c = get b (f c).

Lemma free_image : forall f g b b' c, symmetry L f g -> boards_alike f b b' -> In c (cells L) ->
  free b' (spot_at L c) = free b (spot_at L (f c)).
Proof.
  intros f g b b' c S G I. unfold free, is_empty. simpl. rewrite (G c I). f_equal.
  rewrite (to_below _ _ _ S c I). destruct (rests_on L c) as [d|] eqn:D; simpl; [|reflexivity].
  rewrite G; [reflexivity|]. eapply (below_on_board L OB); eauto.
Qed.

Lemma put_image : forall f g b b' c m, symmetry L f g -> boards_alike f b b' -> In c (cells L) ->
  boards_alike f (put b (f c) m) (put b' c m).
Proof.
  intros f g b b' c m S G I d J. destruct (cell_eq c d) as [<-|N].
  - rewrite !get_put. reflexivity.
  - rewrite get_put_other by exact N. rewrite get_put_other; [apply G; exact J|]. intro E. apply N.
    rewrite <- (proj1 (undone _ _ _ S c I)), <- (proj1 (undone _ _ _ S d J)), E. reflexivity.
Qed.

Lemma completes_spec : forall b who c, completes b who (spot_at L c) = true <->
  exists l, In l (lines L) /\ In c l /\ forall d, In d l -> owns b who d = true.
Proof.
  intros b who c. unfold completes. simpl. rewrite existsb_exists. split.
  - intros (l & I & F). apply filter_In in I. destruct I as [I J]. rewrite forallb_forall in F.
    exists l. destruct (in_dec cell_eq c l); [auto|discriminate].
  - intros (l & I & J & F). exists l. split; [|apply forallb_forall; exact F].
    apply filter_In. split; [exact I|]. destruct (in_dec cell_eq c l); [reflexivity|contradiction].
Qed.

Lemma owns_image : forall f b b' who c, boards_alike f b b' -> In c (cells L) -> owns b' who c = owns b who (f c).
Proof. intros f b b' who c G I. unfold owns. rewrite (G c I). reflexivity. Qed.

Lemma completes_image : forall f g b b' who c, symmetry L f g -> boards_alike f b b' -> In c (cells L) ->
  completes b' who (spot_at L c) = completes b who (spot_at L (f c)).
Proof.
  intros f g b b' who c S G I. apply eq_true_iff_eq. rewrite !completes_spec. split.
  - intros (l & J & K & O). destruct (to_lines _ _ _ S l J) as (k & M & E). exists k. split; [exact M|]. split.
    + apply E. apply in_map. exact K.
    + intros d D. apply E, in_map_iff in D. destruct D as (x & <- & X).
      assert (B : In x (cells L)) by exact (lines_on_board L OB l x J X).
      rewrite <- (owns_image f b b' who x G B). exact (O x X).
  - intros (k & J & K & O). destruct (from_lines _ _ _ S k J) as (l & M & E). exists l. split; [exact M|]. split.
    + apply E. rewrite <- (proj1 (undone _ _ _ S c I)). apply in_map. exact K.
    + intros d D. apply E, in_map_iff in D. destruct D as (y & <- & Y).
      assert (B : In y (cells L)) by exact (lines_on_board L OB k y J Y).
      rewrite (owns_image f b b' who (g y) G (proj2 (stay_cells _ _ _ S y B))).
      rewrite (proj2 (undone _ _ _ S y B)). exact (O y Y).
Qed.

Lemma some_free_image : forall f g b b', symmetry L f g -> boards_alike f b b' ->
  existsb (free b') (spots L) = existsb (free b) (spots L).
Proof.
  intros f g b b' S G. apply eq_true_iff_eq. unfold spots. rewrite !existsb_exists. split.
  - intros (s & I & F). apply in_map_iff in I. destruct I as (c & <- & I).
    exists (spot_at L (f c)). split; [apply in_map; apply (stay_cells _ _ _ S); exact I|].
    rewrite <- (free_image f g b b'); auto.
  - intros (s & I & F). apply in_map_iff in I. destruct I as (c & <- & I).
    destruct (stay_cells _ _ _ S c I) as [_ J].
    exists (spot_at L (g c)). split; [apply in_map; exact J|].
    rewrite (free_image f g b b'); auto. rewrite (proj2 (undone _ _ _ S c I)). exact F.
Qed.

Lemma in_moves : forall p s, In s (moves (line_game L) p) <->
  exists c, s = spot_at L c /\ In c (cells L) /\ free (stones p) (spot_at L c) = true.
Proof.
  intros p s. simpl. rewrite filter_In. unfold spots. rewrite in_map_iff. split.
  - intros ((c & <- & I) & F). eauto.
  - intros (c & -> & I & F). split; eauto.
Qed.

Lemma similar_move : forall p q m, similar p q -> In m (moves (line_game L) q) ->
  exists n, In n (moves (line_game L) p) /\ similar (after (line_game L) p n) (after (line_game L) q m).
Proof.
  intros p q m (f & g & S & T & O & G) I. apply in_moves in I. destruct I as (c & -> & I & F).
  exists (spot_at L (f c)). split.
  - apply in_moves. exists (f c). split; [reflexivity|]. split; [apply (stay_cells _ _ _ S); exact I|].
    rewrite <- (free_image f g (stones p) (stones q)); auto.
  - exists f, g. split; [exact S|]. simpl. unfold put_stone. simpl.
    assert (B : boards_alike f (put (stones p) (f c) (Stone (turn p))) (put (stones q) c (Stone (turn p)))).
    { eapply put_image; eauto. }
    unfold alike_by. simpl. rewrite <- T. split; [reflexivity|]. split; [|exact B].
    rewrite (completes_image f g _ _ (turn p) c S B I), (some_free_image f g _ _ S B). reflexivity.
Qed.

Lemma similar_back : forall p q m, similar p q -> In m (moves (line_game L) p) ->
  exists n, In n (moves (line_game L) q) /\ similar (after (line_game L) p m) (after (line_game L) q n).
Proof.
  intros p q m A I. destruct (similar_move q p m (similar_sym _ _ A) I) as (n & J & B).
  exists n. split; [exact J|]. apply similar_sym. exact B.
Qed.
End Symmetries.

(** ** Which pictures are symmetries *)
Definition memb (c : cell) (l : list cell) : bool := if in_dec cell_eq c l then true else false.

Lemma memb_in : forall c l, memb c l = true <-> In c l.
Proof. intros. unfold memb. destruct (in_dec cell_eq c l); split; auto; discriminate. Qed.

Definition same_cell (c d : cell) : bool := if cell_eq c d then true else false.

Lemma same_cell_eq : forall c d, same_cell c d = true <-> c = d.
Proof. intros. unfold same_cell. destruct (cell_eq c d); split; auto; discriminate. Qed.

Definition same_below (x y : option cell) : bool :=
  match x, y with None, None => true | Some c, Some d => same_cell c d | _, _ => false end.

Lemma same_below_eq : forall x y, same_below x y = true -> x = y.
Proof. destruct x, y; simpl; intros H; try discriminate; auto. apply same_cell_eq in H. congruence. Qed.

Definition from (t : picture) (c : cell) : cell := match source t c with Some d => d | None => c end.

Definition has_source (t : picture) (c : cell) : bool := match source t c with Some _ => true | None => false end.

Definition same_cells (k l : list cell) : bool := forallb (fun c => memb c l) k && forallb (fun c => memb c k) l.

Definition spot_of (all : list spot) (c : cell) : option spot := find (fun s => same_cell (at_cell s) c) all.

Lemma spot_of_spec : forall L c s, spot_of (spots L) c = Some s -> In c (cells L) /\ s = spot_at L c.
Proof.
  intros L c s H. apply find_some in H. destruct H as [I E]. unfold spots in I. apply in_map_iff in I.
  destruct I as (d & <- & I). apply same_cell_eq in E. simpl in E. subst. auto.
Qed.

(** Whether these are the cells of a line. *)
Definition is_line (all : list spot) (l : list cell) : bool :=
  match l with
  | [] => false
  | c :: _ => match spot_of all c with Some s => existsb (same_cells l) (lines_through s) | None => false end
  end.

(** All cells as stones of a board, on which they are found faster than in a list. *)
Definition marked (cs : list cell) : board := fold_left (fun b c => put b c (Stone First)) cs Nowhere.

Lemma marked_spec : forall cs c, is_empty (marked cs) c = false -> In c cs.
Proof.
  intros cs c. unfold marked.
  assert (H : forall b, is_empty (fold_left (fun b c => put b c (Stone First)) cs b) c = false ->
    In c cs \/ is_empty b c = false).
  { induction cs as [|d cs IH]; intros b E; simpl in *; [auto|]. destruct (IH _ E) as [I|E']; [auto|].
    destruct (cell_eq d c) as [->|N]; [auto|]. unfold is_empty in *. rewrite get_put_other in E' by exact N. auto. }
  intros E. destruct (H Nowhere E) as [I|E']; [exact I|]. unfold is_empty in E'. rewrite get_nowhere in E'. discriminate.
Qed.

Definition is_symmetry (L : layout) (all : list spot) (everywhere : board) (t u : picture) : bool :=
  let on_board c := negb (is_empty everywhere c) in
  forallb (fun c =>
    has_source t c && on_board (from t c) && on_board (from u c) &&
    same_cell (from u (from t c)) c && same_cell (from t (from u c)) c &&
    same_below (rests_on L (from t c)) (option_map (from t) (rests_on L c))) (cells L) &&
  forallb (fun l => is_line all (map (from t) l) && is_line all (map (from u) l)) (lines L).

Lemma is_line_spec : forall L l, is_line (spots L) l = true -> exists k, In k (lines L) /\ forall c, In c k <-> In c l.
Proof.
  intros L l H. unfold is_line in H. destruct l as [|c0 l0]; [discriminate|]. set (l := c0 :: l0) in *.
  destruct (spot_of (spots L) c0) as [s|] eqn:S; [|discriminate]. apply spot_of_spec in S. destruct S as [_ ->].
  apply existsb_exists in H. destruct H as (k & I & E). simpl in I. apply filter_In in I. destruct I as [I _].
  exists k. split; [exact I|]. unfold same_cells in E. apply andb_true_iff in E. destruct E as [E F].
  rewrite forallb_forall in E, F. intros c. split; intros J; apply memb_in; auto.
Qed.

Lemma is_symmetry_spec : forall L t u,
  is_symmetry L (spots L) (marked (cells L)) t u = true -> symmetry L (from t) (from u).
Proof.
  intros L t u H. unfold is_symmetry in H. apply andb_true_iff in H. destruct H as [C D].
  rewrite forallb_forall in C, D.
  assert (P : forall c, In c (cells L) -> In (from t c) (cells L) /\ In (from u c) (cells L) /\
    from u (from t c) = c /\ from t (from u c) = c /\ rests_on L (from t c) = option_map (from t) (rests_on L c)).
  { intros c I. specialize (C c I). repeat (apply andb_true_iff in C; destruct C as [C ?]).
    rewrite negb_true_iff, same_cell_eq in *. repeat split; try (apply marked_spec; assumption); auto.
    apply same_below_eq. auto. }
  constructor.
  - intros c I. destruct (P c I) as (? & ? & _). auto.
  - intros c I. destruct (P c I) as (_ & _ & ? & ? & _). auto.
  - intros l I. specialize (D l I). apply andb_true_iff in D. apply is_line_spec. tauto.
  - intros l I. specialize (D l I). apply andb_true_iff in D. apply is_line_spec. tauto.
  - intros c I. destruct (P c I) as (_ & _ & _ & _ & ?). auto.
Qed.

Lemma is_symmetry_image : forall L all everywhere t u b c, is_symmetry L all everywhere t u = true -> In c (cells L) ->
  get (image t b) c = get b (from t c).
Proof.
  intros L all everywhere t u b c H I. unfold is_symmetry in H. apply andb_true_iff in H. destruct H as [C _].
  rewrite forallb_forall in C. specialize (C c I). repeat (apply andb_true_iff in C; destruct C as [C ?]).
  rewrite get_image. unfold from, has_source in *. destruct (source t c); [reflexivity|discriminate].
Qed.

(** ** One of the images

    [choose] says which; it may choose anything, and [None] leaves a board as it is. *)
Definition chosen (choose : board -> option nat) (ts : list picture) (b : board) : board :=
  match choose b with
  | Some n => match nth_error ts n with Some t => image t b | None => b end
  | None => b
  end.

Lemma chosen_is : forall choose ts b, chosen choose ts b = b \/ exists t, In t ts /\ chosen choose ts b = image t b.
Proof.
  intros choose ts b. unfold chosen. destruct (choose b) as [n|]; [|auto]. destruct (nth_error ts n) as [t|] eqn:E; [|auto].
  right. exists t. split; [eapply nth_error_In; exact E|reflexivity].
Qed.

(** ** An order of the positions: the stones of a player first, then those of the other, the last cell first *)
Definition bit (who : player) (m n : mark) : comparison :=
  match m, n with
  | Stone w, Stone x => if same w who then if same x who then Eq else Gt else if same x who then Lt else Eq
  | Stone w, Empty => if same w who then Gt else Eq
  | Empty, Stone x => if same x who then Lt else Eq
  | Empty, Empty => Eq
  end.

Fixpoint side (who : player) (b c : board) : comparison :=
  match b, c with
  | Nowhere, Nowhere => Eq
  | Nowhere, _ => Lt
  | _, Nowhere => Gt
  | Node low m high, Node low' n high' =>
      match side who high high' with
      | Eq => match bit who m n with Eq => side who low low' | r => r end
      | r => r
      end
  end.

Lemma bit_eq : forall who m n, bit who m n = Eq -> bit (other who) m n = Eq -> m = n.
Proof.
  intros who m n H K. destruct who, m as [|[]], n as [|[]]; simpl in *; congruence.
Qed.

Lemma side_eq : forall who b c, side who b c = Eq -> side (other who) b c = Eq -> b = c.
Proof.
  intros who; induction b as [|low IHl m high IHh]; destruct c as [|low' n high']; simpl; intros H K; try discriminate; auto.
  destruct (side who high high') eqn:H1; try discriminate. destruct (bit who m n) eqn:H2; try discriminate.
  destruct (side (other who) high high') eqn:K1; try discriminate.
  destruct (bit (other who) m n) eqn:K2; try discriminate.
  rewrite (IHh _ H1 K1), (IHl _ H K), (bit_eq who m n H2 K2). reflexivity.
Qed.

Definition compare_boards (who : player) (b c : board) : comparison :=
  match side who b c with Eq => side (other who) b c | r => r end.

Definition compare_places (who : player) (p q : place) : comparison :=
  match compare_boards who (stones p) (stones q) with
  | Eq => match over p, over q with None, None => if same (turn p) (turn q) then Eq else Lt | _, _ => Lt end
  | r => r
  end.

Lemma compare_boards_eq : forall who b c, compare_boards who b c = Eq -> b = c.
Proof.
  intros who b c H. unfold compare_boards in H. destruct (side who b c) eqn:M; try discriminate.
  exact (side_eq who b c M H).
Qed.

Lemma compare_places_eq : forall who p q, compare_places who p q = Eq -> p = q.
Proof.
  intros who [b t o] [c u r] H. unfold compare_places in H. simpl in H.
  destruct (compare_boards who b c) eqn:C; try discriminate. apply compare_boards_eq in C.
  destruct o, r; try discriminate. destruct (same t u) eqn:S; [|discriminate].
  apply same_true in S. congruence.
Qed.

(** ** The pairing lemma

    Pairs of empty cells, no cell in two of them, such that every line without a stone of [a] contains a pair. Whenever the
    other player takes one cell of a pair, [a] takes the other. So the other player never completes a line. *)
Section Pairing.
Variable L : layout.
Hypothesis OB : on_board L.
Variable a : player.
Hypothesis strong : misere L = false.
Hypothesis flat : forall c, In c (cells L) -> rests_on L c = None.
Variable pairs : list (cell * cell).

(** No cell is in two pairs, and no pair has the same cell twice. *)
Definition flatten (ps : list (cell * cell)) : list cell := flat_map (fun p => [fst p; snd p]) ps.

Hypothesis apart : NoDup (flatten pairs).
Hypothesis inside : forall c, In c (flatten pairs) -> In c (cells L).

Definition live (b : board) (p : cell * cell) : Prop := get b (fst p) = Empty /\ get b (snd p) = Empty.

(** Every line has a stone of [a], or a pair of which both cells are empty. *)
Definition guarded (b : board) : Prop :=
  forall l, In l (lines L) ->
    (exists d, In d l /\ owns b a d = true) \/
    (exists p, In p pairs /\ In (fst p) l /\ In (snd p) l /\ live b p).

Definition empties (b : board) : nat := length (filter (is_empty b) (cells L)).

Lemma is_empty_get : forall b c, is_empty b c = true <-> get b c = Empty.
Proof. intros. unfold is_empty. destruct (get b c); split; congruence. Qed.

Lemma free_flat : forall b c, In c (cells L) -> free b (spot_at L c) = is_empty b c.
Proof. intros b c I. unfold free. simpl. rewrite (flat c I). apply andb_true_r. Qed.

Lemma owns_put : forall b c w d, owns (put b c (Stone w)) a d = if cell_eq c d then same w a else owns b a d.
Proof.
  intros. unfold owns. destruct (cell_eq c d) as [<-|N].
  - rewrite get_put. reflexivity.
  - rewrite get_put_other by exact N. reflexivity.
Qed.

Lemma empties_put : forall b c m, In c (cells L) -> get b c = Empty -> m <> Empty -> (empties (put b c m) < empties b)%nat.
Proof.
  intros b c m I E N. unfold empties.
  assert (H : forall l, (length (filter (is_empty (put b c m)) l) <= length (filter (is_empty b) l))%nat /\
    (In c l -> (length (filter (is_empty (put b c m)) l) < length (filter (is_empty b) l))%nat)).
  { assert (Now : is_empty (put b c m) c = false) by (unfold is_empty; rewrite get_put; destruct m; congruence).
    assert (Before : is_empty b c = true) by (apply is_empty_get; exact E).
    assert (Else : forall d, c <> d -> is_empty (put b c m) d = is_empty b d).
    { intros d D. unfold is_empty. rewrite get_put_other by exact D. reflexivity. }
    induction l as [|d l [IH1 IH2]]; [split; [auto|contradiction]|]. simpl.
    destruct (cell_eq c d) as [<-|D].
    - rewrite Now, Before. simpl. split; intros; lia.
    - rewrite (Else d D). destruct (is_empty b d); simpl; split; intros; try lia;
        destruct H as [H|H]; try congruence; specialize (IH2 H); lia. }
  apply H. exact I.
Qed.

Lemma pair_cells : forall p, In p pairs -> In (fst p) (flatten pairs) /\ In (snd p) (flatten pairs).
Proof. intros p I. unfold flatten. split; apply in_flat_map; exists p; simpl; auto. Qed.

(** A cell is in one pair only, on one side. *)
Lemma only_pair : forall p q, In p pairs -> In q pairs ->
  (fst p = fst q -> p = q) /\ fst p <> snd q /\ (snd p = snd q -> p = q).
Proof.
  clear inside. revert apart. unfold flatten. induction pairs as [|r rs IH]; intros A p q I J; [contradiction|].
  simpl in A. inversion A as [|? ? N1 A1]; subst. inversion A1 as [|? ? N2 A2]; subst. simpl in N1.
  assert (F : forall s, In s rs -> In (fst s) (flat_map (fun p => [fst p; snd p]) rs) /\
    In (snd s) (flat_map (fun p => [fst p; snd p]) rs)).
  { intros s K. split; apply in_flat_map; exists s; simpl; auto. }
  destruct I as [<-|I], J as [<-|J].
  - repeat split; auto.
  - destruct (F q J) as [F1 F2]. repeat split; intros E; exfalso.
    + apply N1. right. rewrite E. exact F1.
    + apply N1. right. rewrite E. exact F2.
    + apply N2. rewrite E. exact F2.
  - destruct (F p I) as [F1 F2]. repeat split; intros E; exfalso.
    + apply N1. right. rewrite <- E. exact F1.
    + apply N2. rewrite <- E. exact F1.
    + apply N2. rewrite <- E. exact F2.
  - apply IH; assumption.
Qed.

(** A stone of [a] on any empty cell leaves the lines guarded. *)
Lemma guarded_by_stone : forall b c, guarded b -> get b c = Empty -> guarded (put b c (Stone a)).
Proof.
  intros b c G E l I. destruct (G l I) as [(d & J & O)|(p & P & F & S & [X Y])].
  - left. exists d. split; [exact J|]. rewrite owns_put. destruct (cell_eq c d); [apply same_true; reflexivity|exact O].
  - destruct (cell_eq c (fst p)) as [->|N].
    { left. exists (fst p). split; [exact F|]. rewrite owns_put. destruct (cell_eq (fst p) (fst p)); [apply same_true|]; auto; congruence. }
    destruct (cell_eq c (snd p)) as [->|M].
    { left. exists (snd p). split; [exact S|]. rewrite owns_put. destruct (cell_eq (snd p) (snd p)); [apply same_true|]; auto; congruence. }
    right. exists p. repeat split; auto; rewrite get_put_other; auto.
Qed.

(** The other player completes no line. *)
Lemma guarded_not_completed : forall b c, guarded b -> get b c = Empty ->
  completes (put b c (Stone (other a))) (other a) (spot_at L c) = false.
Proof.
  intros b c G E. apply not_true_is_false. intro H. apply completes_spec in H. destruct H as (l & I & J & O).
  destruct (G l I) as [(d & K & W)|(p & P & F & S & [X Y])].
  - specialize (O d K). unfold owns in O, W. destruct (cell_eq c d) as [<-|N].
    + rewrite E in W. discriminate.
    + rewrite get_put_other in O by exact N. destruct (get b d) as [|w]; [discriminate|]. destruct a, w; discriminate.
  - pose proof (O _ F) as OF. pose proof (O _ S) as OS. unfold owns in OF, OS.
    destruct (only_pair p p P P) as (_ & D & _).
    destruct (cell_eq c (fst p)) as [->|N].
    + rewrite (get_put_other (fst p) (snd p)) in OS by exact D. rewrite Y in OS. discriminate.
    + rewrite (get_put_other c (fst p)) in OF by exact N. rewrite X in OF. discriminate.
Qed.

(** After a stone of the other player, [a] can play so that the lines stay guarded. *)
Lemma reply : forall b c, guarded b -> get b c = Empty ->
  existsb (free (put b c (Stone (other a)))) (spots L) = true ->
  exists d, In d (cells L) /\ get (put b c (Stone (other a))) d = Empty /\ guarded (put (put b c (Stone (other a))) d (Stone a)).
Proof.
  intros b c G E X. set (b' := put b c (Stone (other a))).
  assert (Kept : forall l, In l (lines L) -> (exists d, In d l /\ owns b' a d = true) \/
    (exists p, In p pairs /\ In (fst p) l /\ In (snd p) l /\ live b p)).
  { intros l I. destruct (G l I) as [(d & J & W)|H]; [left|right; exact H]. exists d. split; [exact J|].
    unfold b'. rewrite owns_put. destruct (cell_eq c d) as [<-|]; [|exact W].
    unfold owns in W. rewrite E in W. discriminate. }
  destruct (find (fun p => (same_cell c (fst p) || same_cell c (snd p)) && (is_empty b (fst p) && is_empty b (snd p))) pairs)
    as [p|] eqn:Fd.
  - apply find_some in Fd. destruct Fd as [P Q]. apply andb_true_iff in Q. destruct Q as [Q R].
    apply andb_true_iff in R. rewrite !is_empty_get in R. destruct R as [R1 R2].
    destruct (only_pair p p P P) as (_ & D & _). destruct (pair_cells p P) as [P1 P2].
    assert (H : exists d, In d (flatten pairs) /\ c <> d /\ get b d = Empty /\
      forall q, In q pairs -> fst q = c \/ snd q = c -> fst q = d \/ snd q = d).
    { apply orb_true_iff in Q. rewrite !same_cell_eq in Q. destruct Q as [-> | ->].
      - exists (snd p). repeat split; auto. intros q J [K|K]; destruct (only_pair q p J P) as (A1 & A2 & A3).
        + right. rewrite (A1 K). reflexivity.
        + destruct (only_pair p q P J) as (_ & B & _). congruence.
      - exists (fst p). repeat split; auto. intros q J [K|K]; destruct (only_pair q p J P) as (A1 & A2 & A3).
        + congruence.
        + left. rewrite (A3 K). reflexivity. }
    destruct H as (d & I & N & Z & U). exists d. split; [apply inside; exact I|].
    assert (Ed : get b' d = Empty) by (unfold b'; rewrite get_put_other; auto).
    split; [exact Ed|]. intros l J. destruct (Kept l J) as [(e & K & W)|(q & K & F & S & [V W])].
    + left. exists e. split; [exact K|]. rewrite owns_put. destruct (cell_eq d e); [apply same_true; reflexivity|exact W].
    + assert (T : forall x, (x = fst q \/ x = snd q) -> In x l) by (intros x [-> | ->]; assumption).
      destruct (cell_eq d (fst q)) as [->|N1].
      { left. exists (fst q). split; auto. rewrite owns_put. destruct (cell_eq (fst q) (fst q)); [apply same_true|]; auto; congruence. }
      destruct (cell_eq d (snd q)) as [->|N2].
      { left. exists (snd q). split; auto. rewrite owns_put. destruct (cell_eq (snd q) (snd q)); [apply same_true|]; auto; congruence. }
      right. exists q. repeat split; auto; rewrite get_put_other by auto; unfold b'; rewrite get_put_other; auto;
        intros ->; destruct (U q K); auto; congruence.
  - apply existsb_exists in X. destruct X as (s & I & F). unfold spots in I. apply in_map_iff in I.
    destruct I as (d & <- & I). rewrite free_flat in F by exact I. apply is_empty_get in F.
    exists d. split; [exact I|]. split; [exact F|]. apply guarded_by_stone; [|exact F].
    intros l J. destruct (Kept l J) as [H|(q & K & Q1 & Q2 & [V W])]; [left; exact H|right].
    exists q. repeat split; auto; unfold b'; rewrite get_put_other; auto; intros ->;
      pose proof (find_none _ _ Fd q K) as Z; simpl in Z; unfold is_empty in Z; rewrite V, W in Z;
      unfold same_cell in Z; destruct (cell_eq (fst q) (fst q)); destruct (cell_eq (snd q) (snd q));
      rewrite ?orb_true_r in Z; simpl in Z; congruence.
Qed.

(** What a move leads to. *)
Definition next (b : board) (t : player) (c : cell) : place :=
  let b' := put b c (Stone t) in
  {| stones := b';
     turn := other t;
     over :=
       if completes b' t (spot_at L c) then Some (completed false t)
       else if existsb (free b') (spots L) then None else Some 0 |}.

Notation G := (line_game L).

Lemma after_is_next : forall b t c, after G {| stones := b; turn := t; over := None |} (spot_at L c) = next b t c.
Proof. intros. unfold next. simpl. unfold put_stone. simpl. rewrite strong. reflexivity. Qed.

Lemma forces_over : forall v p r, over p = Some r -> v <= gain a r -> forces G a v 0 p.
Proof. intros v p r E H. simpl. rewrite E. exact H. Qed.

Lemma forces_own : forall v k b c, In c (cells L) -> free b (spot_at L c) = true -> forces G a v k (next b a c) ->
  forces G a v (S k) {| stones := b; turn := a; over := None |}.
Proof.
  intros v k b c I F H. cbn [plays_so reward line_game over to_move turn].
  replace (same a a) with true by (symmetry; apply same_true; reflexivity).
  apply Exists_exists. exists (spot_at L c). split; [|rewrite after_is_next; exact H].
  apply in_moves. exists c. auto.
Qed.

Lemma forces_other : forall v b, existsb (free b) (spots L) = true ->
  (forall c, In c (cells L) -> free b (spot_at L c) = true -> exists k, forces G a v k (next b (other a) c)) ->
  exists k, forces G a v k {| stones := b; turn := other a; over := None |}.
Proof.
  intros v b X H. set (p := {| stones := b; turn := other a; over := None |}).
  destruct (forces_all G a v p (moves G p)) as (k & F).
  { apply Forall_forall. intros m I. apply in_moves in I. destruct I as (c & -> & I & Fr).
    unfold p. rewrite after_is_next. apply H; assumption. }
  exists (S k). cbn [plays_so reward line_game over to_move turn p].
  replace (same (other a) a) with false by (destruct a; reflexivity). split; [|exact F].
  apply existsb_exists in X. destruct X as (s & I & Fr). intro E.
  assert (J : In s (moves G p)) by (apply filter_In; auto). rewrite E in J. contradiction.
Qed.

Lemma guarded_forces : forall n b v, v <= 0 -> (empties b <= n)%nat -> guarded b -> existsb (free b) (spots L) = true ->
  exists k, forces G a v k {| stones := b; turn := other a; over := None |}.
Proof.
  induction n as [|n IH]; intros b v V N Gd X; apply (forces_other v b X); intros c I Fr;
    rewrite free_flat in Fr by exact I; apply is_empty_get in Fr.
  - exfalso. unfold empties in N. assert (J : In c (filter (is_empty b) (cells L))).
    { apply filter_In. split; [exact I|]. apply is_empty_get. exact Fr. }
    destruct (filter (is_empty b) (cells L)); [contradiction|simpl in N; lia].
  - unfold next. rewrite (guarded_not_completed b c Gd Fr). set (b1 := put b c (Stone (other a))).
    destruct (existsb (free b1) (spots L)) eqn:X1.
    + destruct (reply b c Gd Fr X1) as (d & J & Ed & G2). fold b1 in Ed, G2.
      assert (H : exists k, forces G a v k (next b1 a d)).
      { unfold next. set (b2 := put b1 d (Stone a)) in *.
        destruct (completes b2 a (spot_at L d)).
        - exists O. apply (forces_over v _ (completed false a)); [reflexivity|]. destruct a; simpl; lia.
        - destruct (existsb (free b2) (spots L)) eqn:X2.
          + apply IH; auto.
            assert (E1 : (empties b1 < empties b)%nat) by (apply empties_put; auto; discriminate).
            assert (E2 : (empties b2 < empties b1)%nat) by (apply empties_put; auto; discriminate). lia.
          + exists O. apply (forces_over v _ 0); [reflexivity|]. destruct a; simpl; lia. }
      destruct H as (k & F). exists (S k). replace (other (other a)) with a by (destruct a; reflexivity).
      apply (forces_own v k b1 d J); [|exact F]. rewrite free_flat by exact J. apply is_empty_get. exact Ed.
    + exists O. apply (forces_over v _ 0); [reflexivity|]. destruct a; simpl; lia.
Qed.

(** The lemma for a position in which [a] is to move. *)
Theorem pairing : forall b v, v <= 0 -> guarded b -> existsb (free b) (spots L) = true ->
  exists k, forces G a v k {| stones := b; turn := a; over := None |}.
Proof.
  intros b v V Gd X. pose proof X as Y. apply existsb_exists in Y. destruct Y as (s & I & F). unfold spots in I.
  apply in_map_iff in I. destruct I as (c & <- & I). pose proof F as Fr. rewrite free_flat in Fr by exact I.
  apply is_empty_get in Fr.
  assert (H : exists k, forces G a v k (next b a c)).
  { unfold next. set (b1 := put b c (Stone a)). destruct (completes b1 a (spot_at L c)).
    - exists O. apply (forces_over v _ (completed false a)); [reflexivity|]. destruct a; simpl; lia.
    - destruct (existsb (free b1) (spots L)) eqn:X1.
      + apply (guarded_forces (empties b1)); auto. apply guarded_by_stone; assumption.
      + exists O. apply (forces_over v _ 0); [reflexivity|]. destruct a; simpl; lia. }
  destruct H as (k & H). exists (S k). apply (forces_own v k b c I F H).
Qed.
End Pairing.

(** ** The threats lemma

    Player [a] puts stones each of which threatens to complete a line on a cell, while the other player cannot complete one.
    So the other player must put a stone on that cell; and so on, until [a] completes a line. *)
Definition completes_now (b : board) (who : player) (s : spot) : bool :=
  free b s && completes (put b (at_cell s) (Stone who)) who s.

Fixpoint wins_by (all : list spot) (a : player) (b : board) (threats : list (cell * cell)) (last : cell) : bool :=
  match threats with
  | [] => match spot_of all last with Some s => completes_now b a s | None => false end
  | (x, y) :: others =>
      match spot_of all x, spot_of all y with
      | Some s, Some forced =>
          free b s &&
          (let b1 := put b (at_cell s) (Stone a) in
           negb (completes b1 a s) && completes_now b1 a forced && negb (existsb (completes_now b1 (other a)) all) &&
           wins_by all a (put b1 (at_cell forced) (Stone (other a))) others last)
      | _, _ => false
      end
  end.

Section Threats.
Variable L : layout.
Variable a : player.
Hypothesis strong : misere L = false.

Notation G := (line_game L).

Lemma free_exists : forall b c, In c (cells L) -> free b (spot_at L c) = true -> existsb (free b) (spots L) = true.
Proof. intros b c I F. apply existsb_exists. exists (spot_at L c). split; [apply in_map; exact I|exact F]. Qed.

Lemma free_empty : forall b c, free b (spot_at L c) = true -> get b c = Empty.
Proof. intros b c F. apply andb_true_iff in F. apply is_empty_get. tauto. Qed.

(** A free cell stays free when a stone is put on another empty cell. *)
Lemma free_put : forall b c d m, m <> Empty -> get b c = Empty -> c <> d ->
  free b (spot_at L d) = true -> free (put b c m) (spot_at L d) = true.
Proof.
  intros b c d m M E N F. unfold free in *. simpl in *. apply andb_true_iff in F. destruct F as [F K].
  apply andb_true_iff. split.
  - unfold is_empty in *. rewrite get_put_other by exact N. exact F.
  - destruct (rests_on L d) as [u|]; [|reflexivity]. unfold is_empty in *. destruct (cell_eq c u) as [<-|D].
    + rewrite E in K. discriminate.
    + rewrite get_put_other by exact D. exact K.
Qed.

Lemma wins_by_free : forall threats b last, wins_by (spots L) a b threats last = true -> existsb (free b) (spots L) = true.
Proof.
  intros [|[x y] others] b last H; simpl in H.
  - destruct (spot_of (spots L) last) as [s|] eqn:E; [|discriminate]. apply spot_of_spec in E. destruct E as [I ->].
    apply andb_true_iff in H. eapply free_exists; [exact I|tauto].
  - destruct (spot_of (spots L) x) as [s|] eqn:E; [|discriminate].
    destruct (spot_of (spots L) y); [|discriminate]. apply spot_of_spec in E. destruct E as [I ->].
    apply andb_true_iff in H. eapply free_exists; [exact I|tauto].
Qed.

Lemma completed_wins : forall v p, v <= 1 -> over p = Some (completed false a) -> exists k, forces G a v k p.
Proof. intros v p V E. exists O. apply (forces_over L a v p _ E). destruct a; simpl; lia. Qed.

Theorem threats_win : forall v, v <= 1 -> forall threats b last, wins_by (spots L) a b threats last = true ->
  exists k, forces G a v k {| stones := b; turn := a; over := None |}.
Proof.
  intros v V; induction threats as [|[x y] others IH]; intros b last H; simpl in H.
  - destruct (spot_of (spots L) last) as [s|] eqn:E; [|discriminate]. apply spot_of_spec in E. destruct E as [I ->].
    apply andb_true_iff in H. destruct H as [F C]. simpl in C.
    assert (O : over (next L b a last) = Some (completed false a)) by (simpl; rewrite C; reflexivity).
    destruct (completed_wins v _ V O) as (k & W). exists (S k). apply (forces_own L a strong v k b last I F W).
  - destruct (spot_of (spots L) x) as [s|] eqn:E; [|discriminate]. apply spot_of_spec in E. destruct E as [I ->].
    destruct (spot_of (spots L) y) as [s|] eqn:E; [|discriminate]. apply spot_of_spec in E. destruct E as [J ->].
    apply andb_true_iff in H. destruct H as [F H]. apply andb_true_iff in H. destruct H as [H W].
    apply andb_true_iff in H. destruct H as [T N]. apply andb_true_iff in T. destruct T as [C T]. apply andb_true_iff in T.
    destruct T as [Fy Cy]. simpl in *. apply negb_true_iff in C.
    set (b1 := put b x (Stone a)) in *. apply negb_true_iff in N.
    assert (K : exists k, forces G a v k (next L b a x)).
    { unfold next. fold b1. rewrite C, (free_exists b1 y J Fy). apply (forces_other L a strong v b1).
      { apply (free_exists b1 y J Fy). }
      intros c Ic Fc. unfold next. set (b2 := put b1 c (Stone (other a))) in *.
      assert (Nc : completes b2 (other a) (spot_at L c) = false).
      { apply not_true_is_false. intro Q. assert (X : existsb (completes_now b1 (other a)) (spots L) = true).
        { apply existsb_exists. exists (spot_at L c). split; [apply in_map; exact Ic|].
          unfold completes_now. simpl. rewrite Fc. exact Q. }
        congruence. }
      rewrite Nc. pose proof (free_empty _ _ Fc) as Ec. replace (other (other a)) with a by (destruct a; reflexivity).
      destruct (cell_eq c y) as [->|D].
      - unfold b2. rewrite (wins_by_free _ _ _ W). apply (IH _ _ W).
      - assert (F2 : free b2 (spot_at L y) = true) by (apply free_put; auto; discriminate).
        rewrite (free_exists b2 y J F2).
        assert (O : over (next L b2 a y) = Some (completed false a)).
        { simpl. replace (completes (put b2 y (Stone a)) a (spot_at L y)) with true; [reflexivity|]. symmetry.
          apply completes_spec in Cy. destruct Cy as (l & I1 & I2 & Own). apply completes_spec.
          exists l. split; [exact I1|]. split; [exact I2|]. intros d Id. specialize (Own d Id).
          unfold owns in *. destruct (cell_eq y d) as [<-|N1].
          - rewrite get_put in *. exact Own.
          - rewrite get_put_other in * by exact N1. unfold b2. destruct (cell_eq c d) as [<-|N2].
            + rewrite Ec in Own. discriminate.
            + rewrite get_put_other by exact N2. exact Own. }
        destruct (completed_wins v _ V O) as (k & Fo). exists (S k). apply (forces_own L a strong v k b2 y J F2 Fo). }
    destruct K as (k & K). exists (S k). apply (forces_own L a strong v k b x I F K).
Qed.
End Threats.

(** ** What the checker needs to know

    A move is written as its cell, or as its number among the moves of the position. *)
Inductive code_of_lines := At (c : cell) | Nth (n : nat).

Definition read_spot (all : list spot) (p : place) (c : code_of_lines) : option spot :=
  match c with
  | At c => match spot_of all c with Some s => if free (stones p) s then Some s else None | None => None end
  | Nth n => nth_error (filter (free (stones p)) all) n
  end.

Lemma read_spot_legal : forall L p c s, read_spot (spots L) p c = Some s -> In s (moves (line_game L) p).
Proof.
  intros L p [c|n] s H; simpl in H.
  - destruct (spot_of (spots L) c) as [m|] eqn:E; [|discriminate].
    destruct (free (stones p) m) eqn:F; [|discriminate]. injection H as <-.
    apply spot_of_spec in E. destruct E as [I ->]. apply in_moves. eauto.
  - eapply nth_error_In. exact H.
Qed.

Inductive reason_of_lines := Pairs (pairs : list (cell * cell)) | Threats (threats : list (cell * cell)) (last : cell).

Fixpoint distinct (l : list cell) : bool :=
  match l with [] => true | c :: others => negb (memb c others) && distinct others end.

Lemma distinct_spec : forall l, distinct l = true -> NoDup l.
Proof.
  induction l as [|c l IH]; simpl; intros H; constructor; apply andb_true_iff in H; destruct H as [H K]; auto.
  apply negb_true_iff in H. intro I. apply memb_in in I. congruence.
Qed.

Definition pairing_holds (L : layout) (a : player) (b : board) (pairs : list (cell * cell)) : bool :=
  let paired := flatten pairs in
  forallb (fun c => match rests_on L c with None => true | Some _ => false end) (cells L) &&
  distinct paired && forallb (fun c => memb c (cells L) && is_empty b c) paired &&
  forallb (fun l => existsb (owns b a) l || existsb (fun p => memb (fst p) l && memb (snd p) l) pairs) (lines L).

Definition line_reason_holds (L : layout) (all : list spot) (a : player) (v : Z) (p : place) (r : reason_of_lines) : bool :=
  match over p with
  | Some _ => false
  | None =>
      same (turn p) a && negb (misere L) &&
      match r with
      | Pairs pairs => (v =? 0) && existsb (free (stones p)) all && pairing_holds L a (stones p) pairs
      | Threats threats last => (v =? 1) && wins_by all a (stones p) threats last
      end
  end.

Lemma line_reason_sound : forall L a v p r, line_reason_holds L (spots L) a v p r = true ->
  exists n, forces (line_game L) a v n p.
Proof.
  intros L a v [b t o] r H. unfold line_reason_holds in H. simpl in H. destruct o; [discriminate|].
  apply andb_true_iff in H. destruct H as [H K]. apply andb_true_iff in H. destruct H as [T M].
  apply same_true in T. subst t. apply negb_true_iff in M.
  destruct r as [pairs|threats last]; apply andb_true_iff in K; destruct K as [K W].
  - apply andb_true_iff in K. destruct K as [V X]. unfold pairing_holds in W.
    apply andb_true_iff in W. destruct W as [W Gd]. apply andb_true_iff in W. destruct W as [W In_].
    apply andb_true_iff in W. destruct W as [Fl D]. rewrite forallb_forall in Fl, In_, Gd.
    assert (P : forall c, In c (flatten pairs) -> In c (cells L) /\ get b c = Empty).
    { intros c I. specialize (In_ c I). apply andb_true_iff in In_. rewrite memb_in, is_empty_get in In_. exact In_. }
    apply (pairing L a M) with (pairs := pairs); auto.
    + intros c I. specialize (Fl c I). destruct (rests_on L c); [discriminate|reflexivity].
    + apply distinct_spec. exact D.
    + intros c I. apply P. exact I.
    + lia.
    + intros l I. specialize (Gd l I). apply orb_true_iff in Gd. destruct Gd as [Gd|Gd].
      * left. apply existsb_exists in Gd. exact Gd.
      * right. apply existsb_exists in Gd. destruct Gd as (q & J & Q). apply andb_true_iff in Q. rewrite !memb_in in Q.
        destruct (pair_cells pairs q J) as [Q1 Q2]. exists q. repeat split; try tauto; apply P; assumption.
  - apply (threats_win L a M v) with (threats := threats) (last := last); [lia|exact W].
Qed.

Definition on_board_check (L : layout) : bool :=
  forallb (forallb (fun c => memb c (cells L))) (lines L) &&
  forallb (fun c => match rests_on L c with None => true | Some d => memb d (cells L) end) (cells L).

Lemma on_board_spec : forall L, on_board_check L = true -> on_board L.
Proof.
  intros L H. apply andb_true_iff in H. destruct H as [H K]. rewrite forallb_forall in H, K. constructor.
  - intros l c I J. specialize (H l I). rewrite forallb_forall in H. apply memb_in. auto.
  - intros c d I E. specialize (K c I). rewrite E in K. apply memb_in. exact K.
Qed.

Definition symmetries (L : layout) (given : list (picture * picture)) : list picture :=
  let all := spots L in
  let everywhere := marked (cells L) in
  map fst (filter (fun tu => is_symmetry L all everywhere (fst tu) (snd tu)) given).

Definition reduced (choose : board -> option nat) (ts : list picture) (p : place) : place :=
  {| stones := chosen choose ts (stones p); turn := turn p; over := over p |}.

Lemma reduced_similar : forall L choose given p, similar L p (reduced choose (symmetries L given) p).
Proof.
  intros L choose given p. unfold reduced.
  destruct (chosen_is choose (symmetries L given) (stones p)) as [->|(t & I & ->)].
  - exists (fun c => c), (fun c => c). split; [apply symmetry_id|]. repeat split; auto.
  - unfold symmetries in I. apply in_map_iff in I. destruct I as ([t' u] & E & I). simpl in E. subst t'.
    apply filter_In in I. destruct I as [_ S]. simpl in S. exists (from t), (from u).
    split; [apply is_symmetry_spec; exact S|]. repeat split; auto. intros c J. simpl.
    eapply is_symmetry_image; eauto.
Qed.

(** Positions are ordered by the stones of player [first]. [choose] says which image is put in place of the others. Of the
    symmetries that are given, those that are none are not used. *)
Definition line_rules (L : layout) (on : on_board L) (first : player) (choose : board -> option nat)
    (given : list (picture * picture)) : rules.
Proof.
  refine (
    let all := spots L in
    let ts := symmetries L given in
    {| plays := line_game L;
       compare := compare_places first;
       alike := similar L;
       reduce := reduced choose ts;
       code := code_of_lines;
       read_move := read_spot all;
       reason := reason_of_lines;
       holds := line_reason_holds L all |}).
  - apply compare_places_eq.
  - apply similar_trans.
  - intros p q (f & g & _ & _ & E & _). exact E.
  - intros p q (f & g & _ & E & _). exact E.
  - intros p q m A I. apply (similar_move L on); assumption.
  - intros p q m A I. apply (similar_back L on); assumption.
  - intros p. apply reduced_similar.
  - intros p c m H. eapply read_spot_legal. exact H.
  - intros a v p r H. eapply line_reason_sound; eauto.
Defined.

(** ** What is claimed *)

(** The board with some stones on it before play begins; [None] if a cell is not free, or play would be over. [blank] is a
    board without stones. *)
Definition beforehand (L : layout) (blank : board) (first second : list cell) : option place :=
  let lay who cs b := fold_left (fun b c => put b c (Stone who)) cs b in
  let b := lay Second second (lay First first blank) in
  let complete who := existsb (forallb (owns b who)) (lines L) in
  if forallb (is_empty blank) (cells L) && distinct (first ++ second) && existsb (free b) (spots L) &&
     negb (complete First) && negb (complete Second)
  then Some {| stones := b; turn := First; over := None |} else None.

(** The position after some moves; [None] if one is not legal. *)
Fixpoint after_moves (L : layout) (p : place) (moves : list cell) : option place :=
  match moves with
  | [] => Some p
  | c :: others =>
      match over p, spot_of (spots L) c with
      | None, Some s =>
          if free (stones p) s then after_moves L (put_stone (spots L) (misere L) p s) others else None
      | _, _ => None
      end
  end.

(** The checker. [first], [choose] and [given] say in which order positions are taken, and which images there are. *)
Definition verify_lines (L : layout) (first : player) (choose : board -> option nat) (given : list (picture * picture))
    (who : player) (v : Z) (within : option nat) (layers : nat) (positions : Z) (start : place)
    (answers : script code_of_lines reason_of_lines) : verdict :=
  match bool_dec (on_board_check L) true with
  | left on => verify (line_rules L (on_board_spec L on) first choose given) who v within false layers positions start answers
  | right _ => Rejected
  end.

Theorem lines_verified : forall L first choose given who v within layers positions start answers,
  verify_lines L first choose given who v within layers positions start answers = Accepted ->
  claim (line_game L) who v within start.
Proof.
  intros L first choose given who v within layers positions start answers H. unfold verify_lines in H.
  destruct (bool_dec (on_board_check L) true) as [on|]; [|discriminate].
  exact (verified (line_rules L (on_board_spec L on) first choose given) _ _ _ _ _ _ _ _ H).
Qed.
