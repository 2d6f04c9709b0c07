(** * Three Men's Morris, in which plays need not end

    On a board of three by three, each player places three stones in turn, First first, and then moves one of them to an empty
    point. Whoever has three stones on a line wins; whoever cannot move loses; endless play is a draw. *)

From Coq Require Import ZArith List Bool Lia.
From Zermelo Require Import Game Value Strategy Lines.
Import ListNotations.
Open Scope Z_scope.

(** ** The rules *)
Record men := {
  points : layout;                      (* the points, and the lines that win *)
  joined : cell -> cell -> bool         (* between which points a stone may be moved *)
}.

Record men_place := {
  board_of : board;
  hand_of_first : nat;                  (* the stones that are still to be placed *)
  hand_of_second : nat;
  player_to_move : player;
  ended : option Z
}.

Definition in_hand (p : men_place) (who : player) : nat :=
  match who with First => hand_of_first p | Second => hand_of_second p end.

Inductive step := Lay (at_point : cell) | Slide (out_of to_point : cell).

Definition complete (L : layout) (b : board) (who : player) : bool := existsb (forallb (owns b who)) (lines L).

Definition steps (M : men) (b : board) (hand : nat) (who : player) : list step :=
  let empty := filter (is_empty b) (cells (points M)) in
  match hand with
  | O => flat_map (fun c => map (Slide c) (filter (joined M c) empty)) (filter (owns b who) (cells (points M)))
  | S _ => map Lay empty
  end.

Definition take (m : step) (who : player) (b : board) : board :=
  match m with
  | Lay c => put b c (Stone who)
  | Slide c d => put (put b c Empty) d (Stone who)
  end.

Definition make_step (M : men) (p : men_place) (m : step) : men_place :=
  let who := player_to_move p in
  let b := take m who (board_of p) in
  let rest a := if same a who then pred (in_hand p a) else in_hand p a in
  {| board_of := b;
     hand_of_first := rest First;
     hand_of_second := rest Second;
     player_to_move := other who;
     ended :=
       if complete (points M) b who then Some (gain who 1)
       else match steps M b (in_hand p (other who)) (other who) with [] => Some (gain who 1) | _ => None end |}.

Definition men_game (M : men) : game :=
  {| position := men_place;
     move := step;
     to_move := player_to_move;
     moves := fun p => steps M (board_of p) (in_hand p (player_to_move p)) (player_to_move p);
     after := make_step M;
     reward := ended;
     endless := 0 |}.

(** *** The board of three by three

    A cell is the path of a point in a balanced tree of nine. The program uses the same paths. *)
Definition point (n : nat) : cell :=
  nth n [[false; false]; [false]; [false; true]; [false; true; true]; []; [true; false]; [true]; [true; true]; [true; true; true]] [].

Definition three_mens_morris (diagonals jumps : bool) : men :=
  let rows := [[0; 1; 2]; [3; 4; 5]; [6; 7; 8]; [0; 3; 6]; [1; 4; 7]; [2; 5; 8]]%nat in
  let lines := map (map point) (rows ++ if diagonals then [[0; 4; 8]; [2; 4; 6]]%nat else []) in
  let next_to c d :=
    existsb (fun l =>
      match l with
      | [x; y; z] => (same_cell c x && same_cell d y) || (same_cell c y && same_cell d z)
      | _ => false
      end) lines in
  {| points := {| cells := map point (seq 0 9); lines := lines; rests_on := fun _ => None;
                misere := false; weak := false; extra := fun _ => O |};
     joined := fun c d => jumps || next_to c d || next_to d c |}.

(** Nothing on the board, and so many stones in each hand. *)
Definition no_men (M : men) (blank : board) (hand : nat) : option men_place :=
  if forallb (is_empty blank) (cells (points M)) then Some
  {| board_of := blank; hand_of_first := hand; hand_of_second := hand; player_to_move := First; ended := None |} else None.

Definition step_eq : forall m n : step, {m = n} + {m <> n}.
Proof. decide equality; apply cell_eq. Defined.

(** ** Symmetries *)
Section Symmetries.
Variable M : men.
Notation L := (points M).
Hypothesis OB : on_board L.

Definition men_symmetry (f g : cell -> cell) : Prop :=
  symmetry L f g /\
  forall c d, In c (cells L) -> In d (cells L) -> joined M (f c) (f d) = joined M c d.

Definition men_alike (p q : men_place) : Prop :=
  exists f g, men_symmetry f g /\ player_to_move p = player_to_move q /\ ended p = ended q /\
    hand_of_first p = hand_of_first q /\ hand_of_second p = hand_of_second q /\
    boards_alike L f (board_of p) (board_of q).

Lemma men_symmetry_inverse : forall f g, men_symmetry f g -> men_symmetry g f.
Proof.
  intros f g [S J]. split; [apply symmetry_inverse; assumption|]. intros c d C D.
  destruct (stay_cells _ _ _ S c C) as [_ C']. destruct (stay_cells _ _ _ S d D) as [_ D'].
  rewrite <- (J (g c) (g d) C' D'). destruct (undone _ _ _ S c C) as [_ ->]. destruct (undone _ _ _ S d D) as [_ ->].
  reflexivity.
Qed.

Lemma men_alike_sym : forall p q, men_alike p q -> men_alike q p.
Proof.
  intros p q (f & g & S & T & E & H1 & H2 & B). exists g, f. split; [apply men_symmetry_inverse; exact S|].
  repeat (split; [auto|]). intros c I. destruct S as [S _]. destruct (stay_cells _ _ _ S c I) as [_ K].
  rewrite (B (g c) K). f_equal. symmetry. apply (undone _ _ _ S). exact I.
Qed.

Lemma men_alike_trans : forall p q r, men_alike p q -> men_alike q r -> men_alike p r.
Proof.
  intros p q r (f & g & [S J] & T & E & H1 & H2 & B) (f' & g' & [S' J'] & T' & E' & H1' & H2' & B').
  exists (fun c => f (f' c)), (fun c => g' (g c)). split.
  - split; [apply symmetry_compose; assumption|]. intros c d C D.
    rewrite J by (apply (stay_cells _ _ _ S'); assumption). apply J'; assumption.
  - repeat (split; [congruence|]). intros c I. rewrite (B' c I). apply B. apply (stay_cells _ _ _ S'). exact I.
Qed.

Lemma complete_image : forall f g b b' who, symmetry L f g -> boards_alike L f b b' -> complete L b' who = complete L b who.
Proof.
  intros f g b b' who S B. unfold complete. apply eq_true_iff_eq. rewrite !existsb_exists. split.
  - intros (l & I & O). rewrite forallb_forall in O. destruct (to_lines _ _ _ S l I) as (k & J & E). exists k.
    split; [exact J|]. apply forallb_forall. intros d D. apply E, in_map_iff in D. destruct D as (x & <- & X).
    rewrite <- (owns_image L f b b' who x B (lines_on_board L OB l x I X)). auto.
  - intros (k & J & O). rewrite forallb_forall in O. destruct (from_lines _ _ _ S k J) as (l & I & E). exists l.
    split; [exact I|]. apply forallb_forall. intros d D. apply E, in_map_iff in D. destruct D as (y & <- & Y).
    pose proof (lines_on_board L OB k y J Y) as C.
    rewrite (owns_image L f b b' who (g y) B (proj2 (stay_cells _ _ _ S y C))).
    rewrite (proj2 (undone _ _ _ S y C)). auto.
Qed.

(** A step in the image of a board, on the board itself. *)
Definition move_of (f : cell -> cell) (m : step) : step :=
  match m with Lay c => Lay (f c) | Slide c d => Slide (f c) (f d) end.

Lemma in_steps : forall b hand who m, In m (steps M b hand who) <->
  match m with
  | Lay c => hand <> O /\ In c (cells L) /\ is_empty b c = true
  | Slide c d =>
      hand = O /\ In c (cells L) /\ owns b who c = true /\ In d (cells L) /\ is_empty b d = true /\ joined M c d = true
  end.
Proof.
  intros b hand who m. unfold steps. destruct hand as [|hand].
  - rewrite in_flat_map. destruct m as [c|c d].
    + split; [|intros [N _]; congruence]. intros (x & _ & I). apply in_map_iff in I. destruct I as (y & E & _). discriminate.
    + split.
      * intros (x & I & J). apply filter_In in I. apply in_map_iff in J. destruct J as (y & E & J). injection E as -> ->.
        rewrite !filter_In in J. tauto.
      * intros (_ & C & O & D & E & J). exists c. split; [apply filter_In; auto|]. apply in_map. rewrite !filter_In. auto.
  - rewrite in_map_iff. destruct m as [c|c d].
    + split.
      * intros (x & E & I). injection E as ->. apply filter_In in I. split; [discriminate|exact I].
      * intros (_ & I). exists c. split; [reflexivity|]. apply filter_In. exact I.
    + split; [intros (x & E & _); discriminate|intros [E _]; discriminate].
Qed.

Lemma step_image : forall f g b b' hand who m, men_symmetry f g -> boards_alike L f b b' ->
  In m (steps M b' hand who) -> In (move_of f m) (steps M b hand who).
Proof.
  intros f g b b' hand who m [S J] B I. rewrite in_steps in *. unfold is_empty, owns in *. destruct m as [c|c d]; simpl.
  - destruct I as (N & C & E). rewrite (B c C) in E. split; [exact N|]. split; [apply (stay_cells _ _ _ S); exact C|exact E].
  - destruct I as (N & C & O & D & E & K). rewrite (B c C) in O. rewrite (B d D) in E. rewrite (J c d C D).
    destruct (stay_cells _ _ _ S c C), (stay_cells _ _ _ S d D). auto 10.
Qed.

Lemma take_image : forall f g b b' hand who m, men_symmetry f g -> boards_alike L f b b' ->
  In m (steps M b' hand who) -> boards_alike L f (take (move_of f m) who b) (take m who b').
Proof.
  intros f g b b' hand who m [S _] B I. rewrite in_steps in I. destruct m as [c|c d]; simpl.
  - eapply (put_image L); eauto. tauto.
  - eapply (put_image L); eauto; [|tauto]. eapply (put_image L); eauto. tauto.
Qed.

Lemma boards_alike_back : forall f g b b', symmetry L f g -> boards_alike L f b b' -> boards_alike L g b' b.
Proof.
  intros f g b b' S B c I. destruct (stay_cells _ _ _ S c I) as [_ K]. rewrite (B (g c) K). f_equal. symmetry.
  apply (undone _ _ _ S). exact I.
Qed.

Lemma no_steps_image : forall f g b b' hand who, men_symmetry f g -> boards_alike L f b b' ->
  steps M b' hand who = [] -> steps M b hand who = [].
Proof.
  intros f g b b' hand who S B E. destruct (steps M b hand who) as [|m ms] eqn:F; [reflexivity|exfalso].
  assert (I : In m (steps M b hand who)) by (rewrite F; left; reflexivity).
  pose proof (step_image g f b' b hand who m (men_symmetry_inverse f g S) (boards_alike_back f g b b' (proj1 S) B) I) as K.
  rewrite E in K. contradiction.
Qed.

Lemma men_move : forall p q m, men_alike p q -> In m (moves (men_game M) q) ->
  exists n, In n (moves (men_game M) p) /\ men_alike (after (men_game M) p n) (after (men_game M) q m).
Proof.
  intros p q m (f & g & S & T & E & H1 & H2 & B) I. simpl in *.
  assert (H : forall w, in_hand p w = in_hand q w) by (intros []; assumption).
  exists (move_of f m). rewrite T, H. split; [eapply step_image; eauto|].
  exists f, g. split; [exact S|]. unfold make_step. simpl. rewrite T, H1, H2, H.
  pose proof (take_image _ _ _ _ _ _ _ S B I) as B'.
  split; [reflexivity|]. split; [|split; [reflexivity|split; [reflexivity|exact B']]].
  rewrite (complete_image _ _ _ _ (player_to_move q) (proj1 S) B').
  destruct (complete L (take (move_of f m) (player_to_move q) (board_of p)) (player_to_move q)); [reflexivity|].
  set (b := take (move_of f m) (player_to_move q) (board_of p)) in *.
  set (b' := take m (player_to_move q) (board_of q)) in *. set (w := other (player_to_move q)).
  destruct (steps M b' (in_hand q w) w) eqn:Q.
  - rewrite (no_steps_image f g b b' (in_hand q w) w S B' Q). reflexivity.
  - destruct (steps M b (in_hand q w) w) eqn:R; [|reflexivity].
    pose proof (no_steps_image g f b' b (in_hand q w) w (men_symmetry_inverse _ _ S) (boards_alike_back _ _ _ _ (proj1 S) B') R).
    congruence.
Qed.
End Symmetries.

(** ** What the checker needs to know *)
Definition compare_men (p q : men_place) : comparison :=
  match player_to_move p, player_to_move q with
  | First, Second => Lt
  | Second, First => Gt
  | _, _ =>
      match compare_boards First (board_of p) (board_of q) with
      | Eq =>
          match ended p, ended q with
          | None, None =>
              if Nat.eqb (hand_of_first p) (hand_of_first q) && Nat.eqb (hand_of_second p) (hand_of_second q) then Eq else Lt
          | _, _ => Lt
          end
      | r => r
      end
  end.

Lemma compare_men_eq : forall p q, compare_men p q = Eq -> p = q.
Proof.
  intros [b h k t e] [c h' k' u r] H. unfold compare_men in H. simpl in H.
  assert (T : t = u) by (destruct t, u; congruence).
  assert (B : match compare_boards First b c with
    | Eq => match e, r with None, None => if Nat.eqb h h' && Nat.eqb k k' then Eq else Lt | _, _ => Lt end
    | r => r
    end = Eq) by (destruct t, u; congruence). clear H.
  destruct (compare_boards First b c) eqn:C; try discriminate. destruct e, r; try discriminate.
  destruct (Nat.eqb h h' && Nat.eqb k k') eqn:S; [|discriminate]. apply andb_true_iff in S. destruct S as [J K].
  apply Nat.eqb_eq in J. apply Nat.eqb_eq in K. apply compare_boards_eq in C. congruence.
Qed.

Definition is_men_symmetry (M : men) (t u : picture) : bool :=
  let cs := cells (points M) in
  is_symmetry (points M) (spots (points M)) (marked cs) t u &&
  forallb (fun c => forallb (fun d => Bool.eqb (joined M (from t c) (from t d)) (joined M c d)) cs) cs.

Definition men_symmetries (M : men) (given : list (picture * picture)) : list picture :=
  map fst (filter (fun tu => is_men_symmetry M (fst tu) (snd tu)) given).

Definition men_reduced (choose : board -> option nat) (ts : list picture) (p : men_place) : men_place :=
  {| board_of := chosen choose ts (board_of p);
     hand_of_first := hand_of_first p; hand_of_second := hand_of_second p;
     player_to_move := player_to_move p; ended := ended p |}.

Lemma men_reduced_alike : forall M choose given p, men_alike M p (men_reduced choose (men_symmetries M given) p).
Proof.
  intros M choose given p. unfold men_reduced.
  destruct (chosen_is choose (men_symmetries M given) (board_of p)) as [->|(t & I & ->)].
  - exists (fun c => c), (fun c => c). split; [split; [apply symmetry_id|reflexivity]|]. repeat split.
  - unfold men_symmetries in I. apply in_map_iff in I. destruct I as ([t' u] & E & I). simpl in E. subst t'.
    apply filter_In in I. destruct I as [_ S]. simpl in S. apply andb_true_iff in S. destruct S as [S J].
    exists (from t), (from u). split.
    + split; [apply is_symmetry_spec; exact S|]. intros c d C D. rewrite forallb_forall in J. specialize (J c C).
      rewrite forallb_forall in J. apply eqb_prop. auto.
    + repeat split. intros c C. simpl. eapply is_symmetry_image; eauto.
Qed.

(** A move is written as its number among the moves of the position. There are no reasons. *)
Definition men_rules (M : men) (on : on_board (points M)) (choose : board -> option nat) (given : list (picture * picture)) : rules.
Proof.
  refine (
    let ts := men_symmetries M given in
    {| plays := men_game M;
       compare := compare_men;
       alike := men_alike M;
       reduce := men_reduced choose ts;
       code := nat;
       read_move := fun p n => nth_error (moves (men_game M) p) n;
       reason := Empty_set;
       holds := fun _ _ _ _ => false |}).
  - apply compare_men_eq.
  - apply men_alike_trans.
  - intros p q (f & g & _ & _ & E & _). exact E.
  - intros p q (f & g & _ & T & _). exact T.
  - intros p q m A I. apply (men_move M on); assumption.
  - intros p q m A I. destruct (men_move M on q p m (men_alike_sym M on _ _ A) I) as (n & J & B).
    exists n. split; [exact J|]. apply (men_alike_sym M on). exact B.
  - intros p. apply men_reduced_alike.
  - intros p n m H. eapply nth_error_In. exact H.
  - intros a v p []. 
Defined.

(** ** The start, the checker, and the theorem *)
Fixpoint after_steps (M : men) (p : men_place) (ms : list step) : option men_place :=
  match ms with
  | [] => Some p
  | m :: others =>
      match ended p with
      | None => if in_dec step_eq m (moves (men_game M) p) then after_steps M (make_step M p m) others else None
      | Some _ => None
      end
  end.

Definition verify_men (M : men) (choose : board -> option nat) (given : list (picture * picture)) (who : player) (v : Z) (within : option nat)
    (may_be_endless : bool) (layers : nat) (positions : Z) (start : men_place) (answers : script nat Empty_set)
  : verdict :=
  match bool_dec (on_board_check (points M)) true with
  | left on => verify (men_rules M (on_board_spec _ on) choose given) who v within may_be_endless layers positions start answers
  | right _ => Rejected
  end.

Theorem men_verified : forall M choose given who v within may_be_endless layers positions start answers,
  verify_men M choose given who v within may_be_endless layers positions start answers = Accepted ->
  claim (men_game M) who v within start.
Proof.
  intros M choose given who v within e layers positions start answers H. unfold verify_men in H.
  destruct (bool_dec (on_board_check (points M)) true) as [on|]; [|discriminate].
  exact (verified (men_rules M (on_board_spec _ on) choose given) _ _ _ _ _ _ _ _ H).
Qed.
