(** * Lines on any cells: k in a row, drop games, winning sets

    The players put stones on free cells, First first, one in a turn unless the layout says more. A cell may rest on another
    one, and is free only when that has a stone. The player whose stone completes a line wins, or loses if the game is misère.
    If no cell is free, and no line complete, the game is a draw. In the weak game, only First wins by a line, and Second has
    won when each line has a stone of his; a stone must be put on a line that has no stone of Second's. *)

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

Record place := {
  stones : board;
  turn : player;
  more : nat;                    (* how many stones the player to move puts in this turn after the next one *)
  over : option Z                (* what First gets, if play is over *)
}.

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
  misere : bool;
  weak : bool;
  extra : player -> nat          (* how many stones a player puts in a turn, less one *)
}.

Definition spot_at (L : layout) (c : cell) : spot :=
  {| at_cell := c;
     lines_through := filter (fun l => if in_dec cell_eq c l then true else false) (lines L);
     below := rests_on L c |}.

Definition spots (L : layout) : list spot := map (spot_at L) (cells L).

(** What First gets when this player completes a line. *)
Definition completed (misere : bool) (who : player) : Z := gain who (if misere then -1 else 1).

Definition completes (b : board) (who : player) (s : spot) : bool := existsb (forallb (owns b who)) (lines_through s).

(** Whether a line has a stone of Second's. *)
Definition blocked (b : board) (line : list cell) : bool := existsb (owns b Second) line.

Definition playable (L : layout) (b : board) (s : spot) : bool :=
  free b s && (negb (weak L) || negb (forallb (blocked b) (lines_through s))).

(** What First gets if the stone of [who] on this spot ends the game. [all] are the spots of the layout. *)
Definition finished (L : layout) (all : list spot) (b : board) (who : player) (s : spot) : option Z :=
  if completes b who s && (negb (weak L) || same who First) then Some (completed (misere L) who)
  else if weak L then (if forallb (blocked b) (lines L) then Some (-1) else None)
  else if existsb (free b) all then None
  else Some 0.

Definition put_stone (L : layout) (all : list spot) (p : place) (s : spot) : place :=
  let b := put (stones p) (at_cell s) (Stone (turn p)) in
  {| stones := b;
     turn := match more p with O => other (turn p) | S _ => turn p end;
     more := match more p with O => extra L (other (turn p)) | S n => n end;
     over := finished L all b (turn p) s |}.

Definition line_game (L : layout) : game :=
  let all := spots L in
  {| position := place;
     move := spot;
     to_move := turn;
     moves := fun p => filter (playable L (stones p)) all;
     after := put_stone L all;
     reward := over;
     endless := 0 |}.

(** ** Symmetries

    A picture says for each cell from which cell its stone comes. *)
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

(** Two functions on the cells, inverse to each other, that map lines to lines, and what a cell rests on to what its image
    rests on. *)
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
  turn p = turn q /\ more p = more q /\ over p = over q /\
  forall c, In c (cells L) -> get (stones q) c = get (stones p) (f c).

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
  intros p q r (f & g & S & T & M & O & G) (f' & g' & S' & T' & M' & O' & G').
  exists (fun c => f (f' c)), (fun c => g' (g c)). split; [apply symmetry_compose; assumption|].
  repeat (split; [congruence|]). intros c I. rewrite G' by exact I. apply G.
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
  intros p q (f & g & S & T & M & O & G). exists g, f. split; [apply symmetry_inverse; exact S|].
  repeat (split; [auto|]). intros c I. destruct (stay_cells _ _ _ S c I) as [_ J].
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

Lemma blocked_map : forall b (f : cell -> cell) k l, (forall c, In c k <-> In c (map f l)) ->
  blocked b k = existsb (fun c => owns b Second (f c)) l.
Proof.
  intros b f k l E. apply eq_true_iff_eq. unfold blocked. rewrite !existsb_exists. split.
  - intros (c & I & O). apply E, in_map_iff in I. destruct I as (d & <- & J). eauto.
  - intros (d & J & O). exists (f d). split; [apply E; apply in_map; exact J|exact O].
Qed.

Lemma blocked_image : forall f b b' k l, boards_alike f b b' -> In l (lines L) -> (forall c, In c k <-> In c (map f l)) ->
  blocked b k = blocked b' l.
Proof.
  intros f b b' k l G I E. rewrite (blocked_map b f k l E). unfold blocked. apply eq_true_iff_eq. rewrite !existsb_exists.
  split; intros (c & J & O); exists c; (split; [exact J|]);
    pose proof (owns_image f b b' Second c G (lines_on_board L OB l c I J)); congruence.
Qed.

Lemma all_blocked_image : forall f g b b', symmetry L f g -> boards_alike f b b' ->
  forallb (blocked b') (lines L) = forallb (blocked b) (lines L).
Proof.
  intros f g b b' S G. apply eq_true_iff_eq. rewrite !forallb_forall. split; intros H l I.
  - destruct (from_lines _ _ _ S l I) as (k & J & E).
    rewrite (blocked_image f b b' l k G J); [apply H; exact J|]. intros c. split; intros K.
    + apply in_map_iff. exists (g c). pose proof (lines_on_board L OB l c I K) as C. split; [apply (undone _ _ _ S c C)|].
      apply E. apply in_map. exact K.
    + apply in_map_iff in K. destruct K as (d & <- & K). apply E, in_map_iff in K. destruct K as (e & <- & K).
      pose proof (lines_on_board L OB l e I K) as C. rewrite (proj2 (undone _ _ _ S e C)). exact K.
  - destruct (to_lines _ _ _ S l I) as (k & J & E). rewrite <- (blocked_image f b b' k l G I E). auto.
Qed.

Lemma open_line : forall b c, forallb (blocked b) (lines_through (spot_at L c)) = false <->
  exists l, In l (lines L) /\ In c l /\ blocked b l = false.
Proof.
  intros b c. rewrite <- not_true_iff_false, forallb_forall. simpl. split.
  - intros H. destruct (existsb (fun l => negb (blocked b l)) (filter (fun l => if in_dec cell_eq c l then true else false) (lines L))) eqn:X.
    + apply existsb_exists in X. destruct X as (l & I & N). apply filter_In in I. destruct I as [I J].
      exists l. split; [exact I|]. destruct (in_dec cell_eq c l); [|discriminate]. split; [assumption|].
      apply negb_true_iff. exact N.
    + exfalso. apply H. intros l I. apply not_false_iff_true. intro F. apply not_true_iff_false in X. apply X.
      apply existsb_exists. exists l. split; [exact I|]. rewrite F. reflexivity.
  - intros (l & I & J & F) H. assert (K : blocked b l = true).
    { apply H. apply filter_In. split; [exact I|]. destruct (in_dec cell_eq c l); [reflexivity|contradiction]. }
    congruence.
Qed.

Lemma playable_image : forall f g b b' c, symmetry L f g -> boards_alike f b b' -> In c (cells L) ->
  playable L b' (spot_at L c) = playable L b (spot_at L (f c)).
Proof.
  intros f g b b' c S G I. unfold playable. rewrite (free_image f g b b' c S G I). f_equal. f_equal. f_equal.
  apply eq_true_iff_eq. rewrite <- !not_false_iff_true, !open_line. split; intros H Q; apply H; clear H.
  - destruct Q as (k & J & K & F). destruct (from_lines _ _ _ S k J) as (l & M & E). exists l. split; [exact M|]. split.
    + apply E. rewrite <- (proj1 (undone _ _ _ S c I)). apply in_map. exact K.
    + rewrite <- F. symmetry. apply (blocked_image f b b' k l G M). intros d. split; intros D.
      * apply in_map_iff. exists (g d). pose proof (lines_on_board L OB k d J D) as C.
        split; [apply (undone _ _ _ S d C)|]. apply E. apply in_map. exact D.
      * apply in_map_iff in D. destruct D as (e & <- & D). apply E, in_map_iff in D. destruct D as (x & <- & X).
        rewrite (proj2 (undone _ _ _ S x (lines_on_board L OB k x J X))). exact X.
  - destruct Q as (l & J & K & F). destruct (to_lines _ _ _ S l J) as (k & M & E). exists k. split; [exact M|]. split.
    + apply E. apply in_map. exact K.
    + rewrite <- F. apply (blocked_image f b b' k l G J E).
Qed.

Lemma in_moves : forall p s, In s (moves (line_game L) p) <->
  exists c, s = spot_at L c /\ In c (cells L) /\ playable L (stones p) (spot_at L c) = true.
Proof.
  intros p s. simpl. rewrite filter_In. unfold spots. rewrite in_map_iff. split.
  - intros ((c & <- & I) & F). eauto.
  - intros (c & -> & I & F). split; eauto.
Qed.

Lemma similar_move : forall p q m, similar p q -> In m (moves (line_game L) q) ->
  exists n, In n (moves (line_game L) p) /\ similar (after (line_game L) p n) (after (line_game L) q m).
Proof.
  intros p q m (f & g & S & T & M & O & G) I. apply in_moves in I. destruct I as (c & -> & I & F).
  exists (spot_at L (f c)). split.
  - apply in_moves. exists (f c). split; [reflexivity|]. split; [apply (stay_cells _ _ _ S); exact I|].
    rewrite <- (playable_image f g (stones p) (stones q)); auto.
  - exists f, g. split; [exact S|]. simpl. unfold put_stone. simpl.
    assert (B : boards_alike f (put (stones p) (f c) (Stone (turn p))) (put (stones q) c (Stone (turn p)))).
    { eapply put_image; eauto. }
    unfold alike_by. simpl. rewrite <- T, <- M. repeat (split; [reflexivity|]). split; [|exact B]. unfold finished.
    rewrite (completes_image f g _ _ (turn p) c S B I), (some_free_image f g _ _ S B), (all_blocked_image f g _ _ S B).
    reflexivity.
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
  | Eq =>
      match over p, over q with
      | None, None => if same (turn p) (turn q) && Nat.eqb (more p) (more q) then Eq else Lt
      | _, _ => Lt
      end
  | r => r
  end.

Lemma compare_boards_eq : forall who b c, compare_boards who b c = Eq -> b = c.
Proof.
  intros who b c H. unfold compare_boards in H. destruct (side who b c) eqn:M; try discriminate.
  exact (side_eq who b c M H).
Qed.

Lemma compare_places_eq : forall who p q, compare_places who p q = Eq -> p = q.
Proof.
  intros who [b t m o] [c u n r] H. unfold compare_places in H. simpl in H.
  destruct (compare_boards who b c) eqn:C; try discriminate. apply compare_boards_eq in C.
  destruct o, r; try discriminate. destruct (same t u && Nat.eqb m n) eqn:S; [|discriminate].
  apply andb_true_iff in S. destruct S as [S E]. apply same_true in S. apply Nat.eqb_eq in E. congruence.
Qed.

(** ** Moves, if each turn has one stone *)
Section Moves.
Variable L : layout.
Variable a : player.
Hypothesis single : forall who, extra L who = O.

Notation G := (line_game L).

(** A position in which play goes on, and what a move leads to. *)
Definition going (b : board) (t : player) : place := {| stones := b; turn := t; more := O; over := None |}.

Definition next (b : board) (t : player) (c : cell) : place :=
  let b' := put b c (Stone t) in
  {| stones := b'; turn := other t; more := O; over := finished L (spots L) b' t (spot_at L c) |}.

Lemma after_is_next : forall b t c, after G (going b t) (spot_at L c) = next b t c.
Proof. intros. unfold next. simpl. unfold put_stone. simpl. rewrite single. reflexivity. Qed.

Lemma going_on : forall b t c, over (next b t c) = None -> next b t c = going (put b c (Stone t)) (other t).
Proof. intros b t c E. unfold next in *. simpl in E. rewrite E. reflexivity. Qed.

Lemma forces_over : forall v p r, over p = Some r -> v <= gain a r -> exists k, forces G a v k p.
Proof. intros v p r E H. exists O. simpl. rewrite E. exact H. Qed.

Lemma forces_own : forall v b c, In c (cells L) -> playable L b (spot_at L c) = true ->
  (exists k, forces G a v k (next b a c)) -> exists k, forces G a v k (going b a).
Proof.
  intros v b c I F (k & H). exists (S k). cbn [plays_so reward line_game over to_move turn going].
  replace (same a a) with true by (symmetry; apply same_true; reflexivity).
  apply Exists_exists. exists (spot_at L c). split; [|fold (going b a); rewrite after_is_next; exact H].
  apply in_moves. exists c. auto.
Qed.

Lemma forces_other : forall v b d, In d (cells L) -> playable L b (spot_at L d) = true ->
  (forall c, In c (cells L) -> playable L b (spot_at L c) = true -> exists k, forces G a v k (next b (other a) c)) ->
  exists k, forces G a v k (going b (other a)).
Proof.
  intros v b d D X H. set (p := going b (other a)).
  destruct (forces_all G a v p (moves G p)) as (k & F).
  { apply Forall_forall. intros m I. apply in_moves in I. destruct I as (c & -> & I & Fr).
    unfold p. rewrite after_is_next. apply H; assumption. }
  exists (S k). cbn [plays_so reward line_game over to_move turn p going].
  replace (same (other a) a) with false by (destruct a; reflexivity). split; [|exact F].
  intro E. assert (J : In (spot_at L d) (moves G p)) by (apply in_moves; eauto). rewrite E in J. contradiction.
Qed.

(** In games in which both players win by a line. *)
Section Strong.
Hypothesis strong : misere L = false /\ weak L = false.

Lemma over_strong : forall b t c, over (next b t c) =
  let b' := put b c (Stone t) in
  if completes b' t (spot_at L c) then Some (completed false t) else if existsb (free b') (spots L) then None else Some 0.
Proof. intros. destruct strong as [M W]. simpl. unfold finished. rewrite M, W, andb_true_r. reflexivity. Qed.

Lemma playable_strong : forall b s, playable L b s = free b s.
Proof. intros b s. unfold playable. rewrite (proj2 strong). apply andb_true_r. Qed.

Lemma some_free : forall b, existsb (free b) (spots L) = true ->
  exists c, In c (cells L) /\ playable L b (spot_at L c) = true.
Proof.
  intros b X. apply existsb_exists in X. destruct X as (s & I & F). unfold spots in I. apply in_map_iff in I.
  destruct I as (c & <- & I). exists c. rewrite playable_strong. auto.
Qed.
End Strong.
End Moves.

(** ** The pairing lemma

    Pairs of empty cells, no cell in two of them, such that every line without a stone of [a] contains a pair. Whenever the
    other player takes one cell of a pair, [a] takes the other. So the other player never completes a line. *)
Section Pairing.
Variable L : layout.
Hypothesis OB : on_board L.
Variable a : player.
Hypothesis strong : misere L = false /\ weak L = false.
Hypothesis single : forall who, extra L who = O.
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

Lemma guarded_forces : forall n b v, v <= 0 -> (empties b <= n)%nat -> guarded b -> existsb (free b) (spots L) = true ->
  exists k, forces (line_game L) a v k (going b (other a)).
Proof.
  induction n as [|n IH]; intros b v V N Gd X; destruct (some_free L strong b X) as (x & Ix & Px);
    apply (forces_other L a single v b x Ix Px); clear x Ix Px; intros c I Fr; rewrite (playable_strong L strong) in Fr;
    rewrite free_flat in Fr by exact I; apply is_empty_get in Fr.
  - exfalso. unfold empties in N. assert (J : In c (filter (is_empty b) (cells L))).
    { apply filter_In. split; [exact I|]. apply is_empty_get. exact Fr. }
    destruct (filter (is_empty b) (cells L)); [contradiction|simpl in N; lia].
  - pose proof (over_strong L strong b (other a) c) as O. cbv zeta in O. rewrite (guarded_not_completed b c Gd Fr) in O.
    set (b1 := put b c (Stone (other a))) in *. destruct (existsb (free b1) (spots L)) eqn:X1.
    + rewrite (going_on L b (other a) c O). replace (other (other a)) with a by (destruct a; reflexivity). fold b1.
      destruct (reply b c Gd Fr X1) as (d & J & Ed & G2). fold b1 in Ed, G2.
      apply (forces_own L a single v b1 d J).
      { rewrite (playable_strong L strong), free_flat by exact J. apply is_empty_get. exact Ed. }
      pose proof (over_strong L strong b1 a d) as O2. cbv zeta in O2. set (b2 := put b1 d (Stone a)) in *.
      destruct (completes b2 a (spot_at L d)).
      * apply (forces_over L a v _ _ O2). destruct a; simpl; lia.
      * destruct (existsb (free b2) (spots L)) eqn:X2.
        -- rewrite (going_on L b1 a d O2). fold b2. apply IH; auto.
           assert (E1 : (empties b1 < empties b)%nat) by (apply empties_put; auto; discriminate).
           assert (E2 : (empties b2 < empties b1)%nat) by (apply empties_put; auto; discriminate). lia.
        -- apply (forces_over L a v _ _ O2). destruct a; simpl; lia.
    + apply (forces_over L a v _ _ O). destruct a; simpl; lia.
Qed.

(** The lemma for a position in which [a] is to move. *)
Theorem pairing : forall b v, v <= 0 -> guarded b -> existsb (free b) (spots L) = true ->
  exists k, forces (line_game L) a v k (going b a).
Proof.
  intros b v V Gd X. destruct (some_free L strong b X) as (c & I & F).
  apply (forces_own L a single v b c I F). rewrite (playable_strong L strong) in F.
  rewrite free_flat in F by exact I. apply is_empty_get in F.
  pose proof (over_strong L strong b a c) as O. cbv zeta in O. set (b1 := put b c (Stone a)) in *.
  destruct (completes b1 a (spot_at L c)).
  - apply (forces_over L a v _ _ O). destruct a; simpl; lia.
  - destruct (existsb (free b1) (spots L)) eqn:X1.
    + rewrite (going_on L b a c O). fold b1. apply (guarded_forces (empties b1)); auto. apply guarded_by_stone; assumption.
    + apply (forces_over L a v _ _ O). destruct a; simpl; lia.
Qed.

End Pairing.

(** ** The threats lemma

    Player [a] puts stones each of which threatens to complete a line on a cell, while the other player cannot complete one.
    So the other player must put a stone on that cell; and so on, until [a] completes a line. With [weak_rules], as in the weak
    game, the other player does not win by a line. *)
Definition completes_now (b : board) (who : player) (s : spot) : bool :=
  free b s && completes (put b (at_cell s) (Stone who)) who s.

Fixpoint wins_by (weak_rules : bool) (all : list spot) (a : player) (b : board) (threats : list (cell * cell)) (last : cell) : bool :=
  match threats with
  | [] => match spot_of all last with Some s => completes_now b a s | None => false end
  | (x, y) :: others =>
      match spot_of all x, spot_of all y with
      | Some s, Some forced =>
          free b s &&
          (let b1 := put b (at_cell s) (Stone a) in
           negb (completes b1 a s) && completes_now b1 a forced && (weak_rules || negb (existsb (completes_now b1 (other a)) all)) &&
           wins_by weak_rules all a (put b1 (at_cell forced) (Stone (other a))) others last)
      | _, _ => false
      end
  end.

(** What [wins_by] has found out of the last stone, and of one before it. *)
Lemma wins_by_last : forall w L a b last, wins_by w (spots L) a b [] last = true ->
  In last (cells L) /\ free b (spot_at L last) = true /\ completes (put b last (Stone a)) a (spot_at L last) = true.
Proof.
  intros w L a b last H. simpl in H. destruct (spot_of (spots L) last) as [s|] eqn:E; [|discriminate].
  apply spot_of_spec in E. destruct E as [I ->]. apply andb_true_iff in H. auto.
Qed.

Lemma wins_by_before : forall w L a b x y others last, wins_by w (spots L) a b ((x, y) :: others) last = true ->
  let b1 := put b x (Stone a) in
  (In x (cells L) /\ free b (spot_at L x) = true /\ completes b1 a (spot_at L x) = false) /\
  (In y (cells L) /\ free b1 (spot_at L y) = true /\ completes (put b1 y (Stone a)) a (spot_at L y) = true) /\
  (w = false -> existsb (completes_now b1 (other a)) (spots L) = false) /\
  wins_by w (spots L) a (put b1 y (Stone (other a))) others last = true.
Proof.
  intros w L a b x y others last H. simpl in H.
  destruct (spot_of (spots L) x) as [s|] eqn:E; [|discriminate]. apply spot_of_spec in E. destruct E as [I ->].
  destruct (spot_of (spots L) y) as [s|] eqn:E; [|discriminate]. apply spot_of_spec in E. destruct E as [J ->].
  apply andb_true_iff in H. destruct H as [F H]. apply andb_true_iff in H. destruct H as [H W].
  apply andb_true_iff in H. destruct H as [T N]. apply andb_true_iff in T. destruct T as [C T]. apply andb_true_iff in T.
  simpl in *. apply negb_true_iff in C. repeat split; try tauto.
  intros ->. apply negb_true_iff. exact N.
Qed.

Section Threats.
Variable L : layout.
Variable a : player.
Hypothesis strong : misere L = false /\ weak L = false.
Hypothesis single : forall who, extra L who = O.

Lemma free_exists : forall b c, In c (cells L) -> free b (spot_at L c) = true -> existsb (free b) (spots L) = true.
Proof. intros b c I F. apply existsb_exists. exists (spot_at L c). split; [apply in_map; exact I|exact F]. Qed.

Lemma free_empty : forall b c, free b (spot_at L c) = true -> get b c = Empty.
Proof. intros b c F. apply andb_true_iff in F. apply is_empty_get. exact (proj1 F). Qed.

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

Lemma wins_by_free : forall threats b last, wins_by false (spots L) a b threats last = true -> existsb (free b) (spots L) = true.
Proof.
  intros [|[x y] others] b last H.
  - apply wins_by_last in H. eapply free_exists; apply H.
  - apply wins_by_before in H. destruct H as ((I & F & _) & _). eapply free_exists; eauto.
Qed.

Lemma completed_wins : forall v b c, v <= 1 -> completes (put b c (Stone a)) a (spot_at L c) = true ->
  exists k, forces (line_game L) a v k (next L b a c).
Proof.
  intros v b c V C. apply (forces_over L a v _ (completed false a)).
  - rewrite (over_strong L strong). cbv zeta. rewrite C. reflexivity.
  - destruct a; simpl; lia.
Qed.

(** A line that lacks one cell still lacks only that one after a stone of the other player elsewhere. *)
Lemma completes_after : forall b c y, get b c = Empty -> c <> y ->
  completes (put b y (Stone a)) a (spot_at L y) = true ->
  completes (put (put b c (Stone (other a))) y (Stone a)) a (spot_at L y) = true.
Proof.
  intros b c y Ec D Cy. apply completes_spec in Cy. destruct Cy as (l & I1 & I2 & Own). apply completes_spec.
  exists l. split; [exact I1|]. split; [exact I2|]. intros d Id. specialize (Own d Id).
  unfold owns in *. destruct (cell_eq y d) as [<-|N1].
  - rewrite get_put in *. exact Own.
  - rewrite get_put_other in * by exact N1. destruct (cell_eq c d) as [<-|N2].
    + rewrite Ec in Own. discriminate.
    + rewrite get_put_other by exact N2. exact Own.
Qed.

Theorem threats_win : forall v, v <= 1 -> forall threats b last, wins_by false (spots L) a b threats last = true ->
  exists k, forces (line_game L) a v k (going b a).
Proof.
  intros v V; induction threats as [|[x y] others IH]; intros b last H.
  - apply wins_by_last in H. destruct H as (I & F & C).
    apply (forces_own L a single v b last I); [rewrite (playable_strong L strong); exact F|].
    apply completed_wins; assumption.
  - apply wins_by_before in H. cbv zeta in H. destruct H as ((I & F & C) & (J & Fy & Cy) & N & W). specialize (N eq_refl).
    apply (forces_own L a single v b x I); [rewrite (playable_strong L strong); exact F|].
    pose proof (over_strong L strong b a x) as O. cbv zeta in O. set (b1 := put b x (Stone a)) in *.
    rewrite C, (free_exists b1 y J Fy) in O. rewrite (going_on L b a x O). fold b1.
    apply (forces_other L a single v b1 y J); [rewrite (playable_strong L strong); exact Fy|].
    intros c Ic Fc. rewrite (playable_strong L strong) in Fc. set (b2 := put b1 c (Stone (other a))).
    assert (Nc : completes b2 (other a) (spot_at L c) = false).
    { apply not_true_is_false. intro Q. assert (X : existsb (completes_now b1 (other a)) (spots L) = true).
      { apply existsb_exists. exists (spot_at L c). split; [apply in_map; exact Ic|].
        unfold completes_now. simpl. rewrite Fc. exact Q. }
      congruence. }
    pose proof (free_empty _ _ Fc) as Ec. pose proof (over_strong L strong b1 (other a) c) as O2. cbv zeta in O2. fold b2 in O2.
    rewrite Nc in O2.
    destruct (cell_eq c y) as [->|D].
    + rewrite (wins_by_free _ _ _ W : existsb (free b2) (spots L) = true) in O2. rewrite (going_on L _ _ _ O2).
      replace (other (other a)) with a by (destruct a; reflexivity). apply (IH _ _ W).
    + assert (F2 : free b2 (spot_at L y) = true) by (apply free_put; auto; discriminate).
      rewrite (free_exists b2 y J F2) in O2. rewrite (going_on L _ _ _ O2).
      replace (other (other a)) with a by (destruct a; reflexivity). fold b2.
      apply (forces_own L a single v b2 y J); [rewrite (playable_strong L strong); exact F2|].
      apply completed_wins; [exact V|]. apply completes_after; assumption.
Qed.
End Threats.

(** ** The same lemmas in the weak game

    Pairs prove that Second wins: First never completes a line, and in the end each line has a stone of Second's. Threats prove
    that First does. *)
Section Weak.
Variable L : layout.
Hypothesis OB : on_board L.
Hypothesis weak_game : weak L = true.
Hypothesis not_misere : misere L = false.
Hypothesis single : forall who, extra L who = O.
Hypothesis flat : forall c, In c (cells L) -> rests_on L c = None.

Definition all_blocked (b : board) : bool := forallb (blocked b) (lines L).

Lemma over_weak : forall b t c, over (next L b t c) =
  let b' := put b c (Stone t) in
  if completes b' t (spot_at L c) && same t First then Some (completed false t)
  else if all_blocked b' then Some (-1) else None.
Proof. intros. simpl. unfold finished. rewrite not_misere, weak_game. reflexivity. Qed.

Lemma not_all_blocked : forall b, all_blocked b = false <-> exists l, In l (lines L) /\ blocked b l = false.
Proof.
  intros b. unfold all_blocked. rewrite <- not_true_iff_false, forallb_forall. split.
  - intros H. destruct (existsb (fun l => negb (blocked b l)) (lines L)) eqn:X.
    + apply existsb_exists in X. destruct X as (l & I & N). exists l. split; [exact I|]. apply negb_true_iff. exact N.
    + exfalso. apply H. intros l I. apply not_false_iff_true. intro F. apply not_true_iff_false in X. apply X.
      apply existsb_exists. exists l. split; [exact I|]. rewrite F. reflexivity.
  - intros (l & I & F) H. rewrite H in F by exact I. discriminate.
Qed.

Lemma playable_weak : forall b c, In c (cells L) -> (playable L b (spot_at L c) = true <->
  get b c = Empty /\ exists l, In l (lines L) /\ In c l /\ blocked b l = false).
Proof.
  intros b c I. unfold playable. rewrite weak_game. change (negb true) with false. rewrite orb_false_l, andb_true_iff, negb_true_iff, open_line.
  unfold free. simpl at_cell. simpl below. rewrite (flat c I), andb_true_r, is_empty_get. tauto.
Qed.

Lemma blocked_spec : forall b l, blocked b l = true <-> exists d, In d l /\ owns b Second d = true.
Proof. intros. unfold blocked. apply existsb_exists. Qed.

Section Pairs.
Variable pairs : list (cell * cell).
Hypothesis apart : NoDup (flatten pairs).
Hypothesis inside : forall c, In c (flatten pairs) -> In c (cells L).

Notation safe := (guarded L Second pairs).

Lemma safe_playable : forall b, safe b -> all_blocked b = false ->
  exists c, In c (cells L) /\ playable L b (spot_at L c) = true.
Proof.
  intros b G N. apply not_all_blocked in N. destruct N as (l & I & F). destruct (G l I) as [H|(p & P & P1 & P2 & [E1 E2])].
  - apply blocked_spec in H. congruence.
  - exists (fst p). destruct (pair_cells pairs p P) as [Q _]. split; [apply inside; exact Q|].
    apply playable_weak; [apply inside; exact Q|]. split; [exact E1|]. eauto.
Qed.

(** Second has a move after which all lines are still guarded. *)
Lemma weak_reply : forall b c, safe b -> get b c = Empty -> all_blocked (put b c (Stone First)) = false ->
  exists d, In d (cells L) /\ playable L (put b c (Stone First)) (spot_at L d) = true /\
    safe (put (put b c (Stone First)) d (Stone Second)).
Proof.
  intros b c G E N. set (b1 := put b c (Stone First)) in *.
  (* if the cells of no pair are both empty, and no line is blocked by another stone, some cell is free *)
  assert (X : existsb (free b1) (spots L) = true -> exists d, In d (cells L) /\ get b1 d = Empty /\
    safe (put b1 d (Stone Second))).
  { intros X. exact (reply L Second flat pairs apart inside b c G E X). }
  destruct (existsb (free b1) (spots L)) eqn:Fr.
  - destruct (X eq_refl) as (d & I & Ed & G2). destruct (playable L b1 (spot_at L d)) eqn:P; [eauto|].
    (* lines through that cell are blocked, so that the stone there is not needed *)
    assert (Closed : forall l, In l (lines L) -> In d l -> blocked b1 l = true).
    { intros l J K. apply not_false_iff_true. intro F. apply not_true_iff_false in P. apply P.
      apply playable_weak; eauto 6. }
    assert (G1 : safe b1).
    { intros l J. destruct (G2 l J) as [(e & K & O)|(p & P0 & P1 & P2 & [E1 E2])].
      - left. destruct (cell_eq d e) as [<-|D].
        + apply blocked_spec. apply Closed; assumption.
        + exists e. split; [exact K|]. unfold owns in *. rewrite get_put_other in O by exact D. exact O.
      - right. exists p. repeat split; auto.
        + destruct (cell_eq d (fst p)) as [<-|D]; [exact Ed|]. rewrite get_put_other in E1 by exact D. exact E1.
        + destruct (cell_eq d (snd p)) as [<-|D]; [exact Ed|]. rewrite get_put_other in E2 by exact D. exact E2. }
    destruct (safe_playable b1 G1 N) as (e & Ie & Pe). exists e. split; [exact Ie|]. split; [exact Pe|].
    apply playable_weak in Pe; [|exact Ie]. apply guarded_by_stone; tauto.
  - (* a full board has no line that is not blocked *)
    exfalso. apply not_all_blocked in N. destruct N as (l & I & F).
    assert (K : (exists d, In d l /\ owns b1 Second d = true) \/ (exists d, In d l /\ get b1 d = Empty)).
    { destruct (G l I) as [(d & J & O)|(p & P & P1 & P2 & [E1 E2])].
      - left. exists d. split; [exact J|]. unfold owns, b1 in *. destruct (cell_eq c d) as [<-|D].
        + rewrite E in O. discriminate.
        + rewrite get_put_other by exact D. exact O.
      - right. destruct (only_pair pairs apart p p P P) as (_ & D & _). unfold b1. destruct (cell_eq c (fst p)) as [->|D1].
        + exists (snd p). split; [exact P2|]. rewrite get_put_other by exact D. exact E2.
        + exists (fst p). split; [exact P1|]. rewrite get_put_other by exact D1. exact E1. }
    destruct K as [K|(d & J & Ed)]; [apply blocked_spec in K; congruence|].
    apply not_true_iff_false in Fr. apply Fr. apply existsb_exists.
    pose proof (lines_on_board L OB l d I J) as C. exists (spot_at L d). split; [apply in_map; exact C|].
    rewrite (free_flat L flat b1 d C). apply is_empty_get. exact Ed.
Qed.

Lemma weak_guarded_forces : forall n b v, v <= 1 -> (empties L b <= n)%nat -> safe b -> all_blocked b = false ->
  exists k, forces (line_game L) Second v k (going b First).
Proof.
  induction n as [|n IH]; intros b v V N Gd X; destruct (safe_playable b Gd X) as (x & Ix & Px);
    apply (forces_other L Second single v b x Ix Px); clear x Ix Px; intros c I P; apply playable_weak in P; auto;
    destruct P as [E _].
  - exfalso. unfold empties in N. assert (J : In c (filter (is_empty b) (cells L))).
    { apply filter_In. split; [exact I|]. apply is_empty_get. exact E. }
    destruct (filter (is_empty b) (cells L)); [contradiction|simpl in N; lia].
  - pose proof (over_weak b First c) as O. cbv zeta in O.
    rewrite (guarded_not_completed L Second pairs apart b c Gd E : completes (put b c (Stone First)) First (spot_at L c) = false) in O.
    set (b1 := put b c (Stone First)) in *. simpl andb in O. destruct (all_blocked b1) eqn:B1.
    + apply (forces_over L Second v _ _ O). simpl. lia.
    + rewrite (going_on L b (other Second) c O). simpl other. fold b1.
      destruct (weak_reply b c Gd E B1) as (d & J & Pd & G2). fold b1 in Pd, G2.
      apply (forces_own L Second single v b1 d J Pd).
      pose proof (over_weak b1 Second d) as O2. cbv zeta in O2. rewrite andb_false_r in O2.
      set (b2 := put b1 d (Stone Second)) in *. destruct (all_blocked b2) eqn:B2.
      * apply (forces_over L Second v _ _ O2). simpl. lia.
      * rewrite (going_on L b1 Second d O2). simpl other. fold b2. apply IH; auto.
        assert (E1 : (empties L b1 < empties L b)%nat) by (apply empties_put; auto; discriminate).
        assert (E2 : (empties L b2 < empties L b1)%nat).
        { apply empties_put; auto; try discriminate. apply playable_weak in Pd; tauto. }
        lia.
Qed.

Theorem weak_pairing : forall b v, v <= 1 -> safe b -> all_blocked b = false ->
  exists k, forces (line_game L) Second v k (going b Second).
Proof.
  intros b v V G X. destruct (safe_playable b G X) as (c & I & P).
  apply (forces_own L Second single v b c I P). apply playable_weak in P; [|exact I]. destruct P as [E _].
  pose proof (over_weak b Second c) as O. cbv zeta in O. rewrite andb_false_r in O.
  destruct (all_blocked (put b c (Stone Second))) eqn:B.
  - apply (forces_over L Second v _ _ O). simpl. lia.
  - rewrite (going_on L b Second c O). simpl other. apply (weak_guarded_forces (empties L (put b c (Stone Second)))); auto.
    apply guarded_by_stone; assumption.
Qed.
End Pairs.

(** A cell that completes a line of First's is on a line that is not blocked. *)
Lemma completes_open : forall b y, get b y = Empty -> completes (put b y (Stone First)) First (spot_at L y) = true ->
  exists l, In l (lines L) /\ In y l /\ (forall d, In d l -> d = y \/ owns b First d = true) /\ blocked b l = false.
Proof.
  intros b y E C. apply completes_spec in C. destruct C as (l & I & J & O). exists l.
  assert (K : forall d, In d l -> d = y \/ owns b First d = true).
  { intros d D. specialize (O d D). destruct (cell_eq y d) as [->|N]; [auto|]. right. unfold owns in *.
    rewrite get_put_other in O by exact N. exact O. }
  repeat (split; [assumption|]). apply not_true_iff_false. intro B. apply blocked_spec in B. destruct B as (d & D & W).
  unfold owns in W. destruct (K d D) as [->|F]; [rewrite E in W; discriminate|]. unfold owns in F.
  destruct (get b d) as [|[]]; discriminate.
Qed.

Lemma completed_weak : forall v b c, v <= 1 -> In c (cells L) -> get b c = Empty ->
  completes (put b c (Stone First)) First (spot_at L c) = true -> exists k, forces (line_game L) First v k (going b First).
Proof.
  intros v b c V I E C. destruct (completes_open b c E C) as (l & J & K & _ & F).
  apply (forces_own L First single v b c I); [apply playable_weak; eauto 6|].
  apply (forces_over L First v _ (completed false First)); [|simpl; lia].
  rewrite over_weak. cbv zeta. rewrite C. reflexivity.
Qed.

Lemma wins_by_open : forall threats b last, wins_by true (spots L) First b threats last = true -> all_blocked b = false.
Proof.
  intros [|[x y] others] b last H; apply not_all_blocked.
  - apply wins_by_last in H. destruct H as (_ & F & C). apply (free_empty L) in F.
    destruct (completes_open b last F C) as (l & J & _ & _ & B). eauto.
  - apply wins_by_before in H. cbv zeta in H. destruct H as ((_ & F & _) & (_ & Fy & C) & _).
    apply (free_empty L) in F. apply (free_empty L) in Fy.
    destruct (completes_open (put b x (Stone First)) y Fy C) as (l & K & _ & _ & B). exists l. split; [exact K|].
    apply not_true_iff_false. intro Q. apply not_true_iff_false in B. apply B. apply blocked_spec in Q.
    destruct Q as (d & D & O). apply blocked_spec. exists d. split; [exact D|]. unfold owns in *.
    destruct (cell_eq x d) as [<-|N]; [rewrite F in O; discriminate|]. rewrite get_put_other by exact N. exact O.
Qed.

Theorem weak_threats_win : forall v, v <= 1 -> forall threats b last, wins_by true (spots L) First b threats last = true ->
  exists k, forces (line_game L) First v k (going b First).
Proof.
  intros v V; induction threats as [|[x y] others IH]; intros b last H.
  - apply wins_by_last in H. destruct H as (I & F & C). apply (free_empty L) in F. apply (completed_weak v b last); auto.
  - apply wins_by_before in H. cbv zeta in H. destruct H as ((I & F & C) & (J & Fy & Cy) & _ & W).
    apply (free_empty L) in F. apply (free_empty L) in Fy. set (b1 := put b x (Stone First)) in *.
    destruct (completes_open b1 y Fy Cy) as (l & K & Ky & Own & B).
    assert (D : x <> y). { intros ->. unfold b1 in Fy. rewrite get_put in Fy. discriminate. }
    assert (Ey : get b y = Empty). { unfold b1 in Fy. rewrite get_put_other in Fy by exact D. exact Fy. }
    destruct (in_dec cell_eq x l) as [Xl|Xl].
    + (* the stone on x is legal, since this line is open *)
      apply (forces_own L First single v b x I).
      { apply playable_weak; [exact I|]. split; [exact F|]. exists l. split; [exact K|]. split; [exact Xl|].
        apply not_true_iff_false. intro Q. apply not_true_iff_false in B. apply B. apply blocked_spec in Q.
        destruct Q as (d & Dl & O). apply blocked_spec. exists d. split; [exact Dl|]. unfold owns, b1 in *.
        destruct (cell_eq x d) as [<-|N]; [rewrite F in O; discriminate|]. rewrite get_put_other by exact N. exact O. }
      pose proof (over_weak b First x) as O. cbv zeta in O. fold b1 in O. rewrite C in O. simpl andb in O.
      assert (N1 : all_blocked b1 = false) by (apply not_all_blocked; eauto). rewrite N1 in O.
      rewrite (going_on L b First x O). fold b1.
      apply (forces_other L First single v b1 y J); [apply playable_weak; eauto 6|].
      intros c Ic Pc. simpl other in *. apply playable_weak in Pc; [|exact Ic]. destruct Pc as [Ec _].
      pose proof (over_weak b1 Second c) as O2. cbv zeta in O2. rewrite andb_false_r in O2.
      set (b2 := put b1 c (Stone Second)) in *.
      destruct (cell_eq c y) as [->|Dc].
      * rewrite (wins_by_open _ _ _ W : all_blocked b2 = false) in O2. rewrite (going_on L _ _ _ O2). apply (IH _ _ W).
      * assert (C2 : completes (put b2 y (Stone First)) First (spot_at L y) = true).
        { apply (completes_after L First b1 c y); assumption. }
        assert (Ey2 : get b2 y = Empty) by (unfold b2; rewrite get_put_other; auto).
        destruct (completes_open b2 y Ey2 C2) as (l2 & K2 & _ & _ & B2).
        assert (N2 : all_blocked b2 = false) by (apply not_all_blocked; eauto). rewrite N2 in O2.
        rewrite (going_on L _ _ _ O2). simpl other. fold b2. apply (completed_weak v b2 y); auto.
    + (* without the stone on x, the line lacks only y already *)
      apply (completed_weak v b y V J Ey). apply completes_spec. exists l. split; [exact K|]. split; [exact Ky|].
      intros d Dl. destruct (Own d Dl) as [->|O].
      * unfold owns. rewrite get_put. reflexivity.
      * unfold owns, b1 in *. destruct (cell_eq x d) as [<-|N]; [contradiction|]. rewrite get_put_other in O by exact N.
        destruct (cell_eq y d) as [<-|M]; [rewrite get_put; reflexivity|]. rewrite get_put_other by exact M. exact O.
Qed.
End Weak.

(** ** What the checker needs to know

    A move is written as its cell, or as its number among the moves of the position. *)
Inductive code_of_lines := At (c : cell) | Nth (n : nat).

Definition read_spot (L : layout) (all : list spot) (p : place) (c : code_of_lines) : option spot :=
  match c with
  | At c => match spot_of all c with Some s => if playable L (stones p) s then Some s else None | None => None end
  | Nth n => nth_error (filter (playable L (stones p)) all) n
  end.

Lemma read_spot_legal : forall L p c s, read_spot L (spots L) p c = Some s -> In s (moves (line_game L) p).
Proof.
  intros L p [c|n] s H; simpl in H.
  - destruct (spot_of (spots L) c) as [m|] eqn:E; [|discriminate].
    destruct (playable L (stones p) m) eqn:F; [|discriminate]. injection H as <-.
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

Definition flat_check (L : layout) : bool :=
  forallb (fun c => match rests_on L c with None => true | Some _ => false end) (cells L).

Definition pairing_holds (L : layout) (a : player) (b : board) (pairs : list (cell * cell)) : bool :=
  let paired := flatten pairs in
  distinct paired && forallb (fun c => memb c (cells L) && is_empty b c) paired &&
  forallb (fun l => existsb (owns b a) l || existsb (fun p => memb (fst p) l && memb (snd p) l) pairs) (lines L).

Definition line_reason_holds (L : layout) (all : list spot) (a : player) (v : Z) (p : place) (r : reason_of_lines) : bool :=
  match over p with
  | Some _ => false
  | None =>
      same (turn p) a && negb (misere L) && Nat.eqb (more p) 0 && Nat.eqb (extra L First) 0 && Nat.eqb (extra L Second) 0 &&
      if weak L then
        flat_check L && (v =? 1) &&
        match r, a with
        | Pairs pairs, Second => negb (all_blocked L (stones p)) && pairing_holds L a (stones p) pairs
        | Threats threats last, First => wins_by true all a (stones p) threats last
        | _, _ => false
        end
      else
        match r with
        | Pairs pairs => flat_check L && (v =? 0) && existsb (free (stones p)) all && pairing_holds L a (stones p) pairs
        | Threats threats last => (v =? 1) && wins_by false all a (stones p) threats last
        end
  end.

Lemma flat_check_spec : forall L, flat_check L = true -> forall c, In c (cells L) -> rests_on L c = None.
Proof.
  intros L H c I. unfold flat_check in H. rewrite forallb_forall in H. specialize (H c I).
  destruct (rests_on L c); [discriminate|reflexivity].
Qed.

Lemma pairing_holds_spec : forall L a b pairs, pairing_holds L a b pairs = true ->
  NoDup (flatten pairs) /\ (forall c, In c (flatten pairs) -> In c (cells L)) /\ guarded L a pairs b.
Proof.
  intros L a b pairs W. unfold pairing_holds in W.
  apply andb_true_iff in W. destruct W as [W Gd]. apply andb_true_iff in W. destruct W as [D In_].
  rewrite forallb_forall in In_, Gd.
  assert (P : forall c, In c (flatten pairs) -> In c (cells L) /\ get b c = Empty).
  { intros c I. specialize (In_ c I). apply andb_true_iff in In_. rewrite memb_in, is_empty_get in In_. exact In_. }
  split; [apply distinct_spec; exact D|]. split; [intros c I; apply P; exact I|].
  intros l I. specialize (Gd l I). apply orb_true_iff in Gd. destruct Gd as [Gd|Gd].
  - left. apply existsb_exists in Gd. exact Gd.
  - right. apply existsb_exists in Gd. destruct Gd as (q & J & Q). apply andb_true_iff in Q. rewrite !memb_in in Q.
    destruct (pair_cells pairs q J) as [Q1 Q2]. exists q. repeat split; try tauto; apply P; assumption.
Qed.

Lemma line_reason_sound : forall L, on_board L -> forall a v p r, line_reason_holds L (spots L) a v p r = true ->
  exists n, forces (line_game L) a v n p.
Proof.
  intros L OB a v [b t m o] r H. unfold line_reason_holds in H. simpl in H. destruct o; [discriminate|].
  apply andb_true_iff in H. destruct H as [H K]. apply andb_true_iff in H. destruct H as [H X2].
  apply andb_true_iff in H. destruct H as [H X1]. apply andb_true_iff in H. destruct H as [H X0].
  apply andb_true_iff in H. destruct H as [T M]. apply same_true in T. subst t. apply negb_true_iff in M.
  apply Nat.eqb_eq in X0, X1, X2. subst m.
  assert (single : forall who, extra L who = O) by (intros []; assumption).
  fold (going b a). destruct (weak L) eqn:W.
  - apply andb_true_iff in K. destruct K as [K R]. apply andb_true_iff in K. destruct K as [Fl V].
    pose proof (flat_check_spec L Fl) as flat. destruct r as [pairs|threats last], a; try discriminate.
    + apply andb_true_iff in R. destruct R as [N R]. apply negb_true_iff in N. apply pairing_holds_spec in R.
      destruct R as (D & In_ & G). apply (weak_pairing L OB W M single flat pairs D In_ b v); auto. lia.
    + apply (weak_threats_win L W M single flat v) with (threats := threats) (last := last); [lia|exact R].
  - destruct r as [pairs|threats last].
    + apply andb_true_iff in K. destruct K as [K R]. apply andb_true_iff in K. destruct K as [K X].
      apply andb_true_iff in K. destruct K as [Fl V]. pose proof (flat_check_spec L Fl) as flat.
      apply pairing_holds_spec in R. destruct R as (D & In_ & G).
      apply (pairing L a (conj M W) single flat pairs D In_ b v); auto. lia.
    + apply andb_true_iff in K. destruct K as [V R].
      apply (threats_win L a (conj M W) single v) with (threats := threats) (last := last); [lia|exact R].
Qed.

Definition on_board_check (L : layout) : bool :=
  let everywhere := marked (cells L) in
  let on_board c := negb (is_empty everywhere c) in
  forallb (forallb on_board) (lines L) &&
  forallb (fun c => match rests_on L c with None => true | Some d => on_board d end) (cells L).

Lemma on_board_spec : forall L, on_board_check L = true -> on_board L.
Proof.
  intros L H. apply andb_true_iff in H. destruct H as [H K]. rewrite forallb_forall in H, K. constructor.
  - intros l c I J. specialize (H l I). rewrite forallb_forall in H. apply marked_spec, negb_true_iff, H. exact J.
  - intros c d I E. specialize (K c I). rewrite E in K. apply marked_spec, negb_true_iff. exact K.
Qed.

Definition symmetries (L : layout) (given : list (picture * picture)) : list picture :=
  let all := spots L in
  let everywhere := marked (cells L) in
  map fst (filter (fun tu => is_symmetry L all everywhere (fst tu) (snd tu)) given).

Definition reduced (choose : board -> option nat) (ts : list picture) (p : place) : place :=
  {| stones := chosen choose ts (stones p); turn := turn p; more := more p; over := over p |}.

Lemma reduced_similar : forall L choose given p, similar L p (reduced choose (symmetries L given) p).
Proof.
  intros L choose given p. unfold reduced.
  destruct (chosen_is choose (symmetries L given) (stones p)) as [->|(t & I & ->)].
  - destruct p. apply similar_refl.
  - unfold symmetries in I. apply in_map_iff in I. destruct I as ([t' u] & E & I). simpl in E. subst t'.
    apply filter_In in I. destruct I as [_ S]. simpl in S. exists (from t), (from u).
    split; [apply is_symmetry_spec; exact S|]. repeat split; auto. intros c J. simpl.
    eapply is_symmetry_image; eauto.
Qed.

(** Positions are ordered by the stones of player [order_by]. [choose] says which image is put in place of the others. Of the
    symmetries that are given, those that are none are not used. *)
Definition line_rules (L : layout) (on : on_board L) (order_by : player) (choose : board -> option nat)
    (given : list (picture * picture)) : rules.
Proof.
  refine (
    let all := spots L in
    let ts := symmetries L given in
    {| plays := line_game L;
       compare := compare_places order_by;
       alike := similar L;
       reduce := reduced choose ts;
       code := code_of_lines;
       read_move := read_spot L all;
       reason := reason_of_lines;
       holds := line_reason_holds L all |}).
  - apply compare_places_eq.
  - apply similar_trans.
  - intros p q (f & g & _ & _ & _ & E & _). exact E.
  - intros p q (f & g & _ & E & _). exact E.
  - intros p q m A I. apply (similar_move L on); assumption.
  - intros p q m A I. apply (similar_back L on); assumption.
  - intros p. apply reduced_similar.
  - intros p c m H. eapply read_spot_legal. exact H.
  - intros a v p r H. eapply line_reason_sound; eauto.
Defined.

(** ** The start, the checker, and the theorem

    The theorem holds for any start, but it means something only if [over] is right there: the program makes the start with
    [beforehand] and [after_moves]. *)

(** The board with some stones on it before play begins; [None] if a cell is not free, or play would be over. [blank] is a
    board without stones, and [opening] how many stones First puts in the first turn, less one. *)
Definition beforehand (L : layout) (blank : board) (opening : nat) (first second : list cell) : option place :=
  let lay who cs b := fold_left (fun b c => put b c (Stone who)) cs b in
  let b := lay Second second (lay First first blank) in
  let complete who := existsb (forallb (owns b who)) (lines L) in
  let over :=
    complete First ||
    if weak L then all_blocked L b else complete Second || negb (existsb (free b) (spots L)) in
  if forallb (is_empty blank) (cells L) && distinct (first ++ second) && negb over
  then Some {| stones := b; turn := First; more := opening; over := None |} else None.

(** The position after some moves; [None] if one is not legal. *)
Definition after_moves (L : layout) : place -> list cell -> option place :=
  let all := spots L in
  fix play p moves :=
    match moves with
    | [] => Some p
    | c :: others =>
        match over p, spot_of all c with
        | None, Some s => if playable L (stones p) s then play (put_stone L all p s) others else None
        | _, _ => None
        end
    end.

(** The checker. [order_by], [choose] and [given] say in which order positions are taken, and which images there are. *)
Definition verify_lines (L : layout) (order_by : player) (choose : board -> option nat) (given : list (picture * picture))
    (who : player) (v : Z) (within : option nat) (layers : nat) (positions : Z) (start : place)
    (answers : script code_of_lines reason_of_lines) : verdict :=
  match bool_dec (on_board_check L) true with
  | left on => verify (line_rules L (on_board_spec L on) order_by choose given) who v within false layers positions start answers
  | right _ => Rejected
  end.

Theorem lines_verified : forall L order_by choose given who v within layers positions start answers,
  verify_lines L order_by choose given who v within layers positions start answers = Accepted ->
  claim (line_game L) who v within start.
Proof.
  intros L order_by choose given who v within layers positions start answers H. unfold verify_lines in H.
  destruct (bool_dec (on_board_check L) true) as [on|]; [|discriminate].
  exact (verified (line_rules L (on_board_spec L on) order_by choose given) _ _ _ _ _ _ _ _ H).
Qed.
