(** * Impartial games, and sums of them

    In an impartial game both players have the same moves, and whoever cannot move loses. Its Grundy value tells who wins it,
    alone and in sums (Sprague 1935, Grundy 1939). *)

From Coq Require Import NArith List Bool Lia Arith FinFun.
Import ListNotations.

Record impartial := {
  place : Type;
  options : place -> list place;
  rank : place -> nat;              (* how long play can be, at most *)
  rank_falls : forall p q, In q (options p) -> (rank q < rank p)%nat
}.

(** Looking [n] plies ahead: the player to move wins if there is a move to a position in which the player to move loses. *)
Fixpoint wins (G : impartial) (n : nat) (p : place G) : bool :=
  match n with O => false | S n => existsb (fun q => negb (wins G n q)) (options G p) end.

Definition mover_wins (G : impartial) (p : place G) : bool := wins G (rank G p) p.

(** ** Grundy values *)
Open Scope N_scope.

(** The least number that is not in a list. Of the numbers from 0 to the length of the list, one is missing; so that many tries
    are enough. *)
Fixpoint least_from (l : list N) (n : N) (tries : nat) : N :=
  match tries with O => n | S tries => if in_dec N.eq_dec n l then least_from l (N.succ n) tries else n end.

Definition mex (l : list N) : N := least_from l 0 (S (length l)).

Fixpoint grundy_within (G : impartial) (n : nat) (p : place G) : N :=
  match n with O => 0 | S n => mex (map (grundy_within G n) (options G p)) end.

Definition grundy (G : impartial) (p : place G) : N := grundy_within G (rank G p) p.

(** ** The sum of two games: a move in one of them *)
Definition sum_options (G H : impartial) (pq : place G * place H) : list (place G * place H) :=
  map (fun p => (p, snd pq)) (options G (fst pq)) ++ map (fun q => (fst pq, q)) (options H (snd pq)).

Definition sum (G H : impartial) : impartial.
Proof.
  refine {| place := place G * place H; options := sum_options G H;
            rank := fun pq => (rank G (fst pq) + rank H (snd pq))%nat |}.
  intros [p q] r I. apply in_app_iff in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as (s & <- & I); simpl.
  - pose proof (rank_falls G p s I). lia.
  - pose proof (rank_falls H q s I). lia.
Defined.

(** * Proofs *)
Lemma least_from_spec : forall l tries n,
  (forall k, n <= k < least_from l n tries -> In k l) /\
  (n <= least_from l n tries <= n + N.of_nat tries) /\
  (least_from l n tries < n + N.of_nat tries -> ~ In (least_from l n tries) l).
Proof.
  intros l; induction tries as [|tries IH]; intros n; cbn [least_from].
  - repeat split; intros; lia.
  - destruct (in_dec N.eq_dec n l) as [I|NI].
    + destruct (IH (N.succ n)) as (A & B & C). repeat split; try lia.
      * intros k K. destruct (N.eq_dec k n) as [->|D]; [exact I|]. apply A. lia.
      * intros K. apply C. lia.
    + repeat split; intros; try lia. exact NI.
Qed.

Lemma mex_below : forall l k, k < mex l -> In k l.
Proof. intros l k K. apply (proj1 (least_from_spec l (S (length l)) 0)). unfold mex in K. lia. Qed.

Lemma mex_not_in : forall l, ~ In (mex l) l.
Proof.
  intros l. destruct (least_from_spec l (S (length l)) 0) as (A & B & C). fold (mex l) in *.
  destruct (N.eq_dec (mex l) (0 + N.of_nat (S (length l)))) as [E|D]; [|apply C; lia].
  exfalso.
  (* all of 0 .. length l are in l, which is one too many *)
  set (few := map N.of_nat (seq 0 (S (length l)))).
  assert (ND : NoDup few).
  { unfold few. apply Injective_map_NoDup; [intros x y; apply Nnat.Nat2N.inj|apply seq_NoDup]. }
  assert (Sub : incl few l).
  { intros k K. unfold few in K. apply in_map_iff in K. destruct K as (i & <- & K). apply in_seq in K. apply A. lia. }
  pose proof (NoDup_incl_length ND Sub) as L. unfold few in L. rewrite map_length, seq_length in L. lia.
Qed.

Lemma mex_unique : forall l n, ~ In n l -> (forall k, k < n -> In k l) -> mex l = n.
Proof.
  intros l n N B. destruct (N.lt_total (mex l) n) as [L|[E|L]]; auto; exfalso.
  - apply (mex_not_in l). apply B. exact L.
  - apply N. apply mex_below. exact L.
Qed.

(** More plies than the rank change nothing. *)
Lemma grundy_within_enough : forall G n p, (rank G p <= n)%nat -> grundy_within G n p = grundy G p.
Proof.
  assert (H : forall G n m p, (rank G p <= n)%nat -> (rank G p <= m)%nat -> grundy_within G n p = grundy_within G m p).
  { intros G; induction n as [|n IH]; intros m p L M.
    - destruct m; [reflexivity|]. cbn [grundy_within]. destruct (options G p) as [|q qs] eqn:E; [reflexivity|].
      assert (I : In q (options G p)) by (rewrite E; left; reflexivity). pose proof (rank_falls G p q I). lia.
    - destruct m as [|m]; cbn [grundy_within].
      + destruct (options G p) as [|q qs] eqn:E; [reflexivity|].
        assert (I : In q (options G p)) by (rewrite E; left; reflexivity). pose proof (rank_falls G p q I). lia.
      + f_equal. apply map_ext_in. intros q I. pose proof (rank_falls G p q I). apply IH; lia. }
  intros G n p L. apply H; [exact L|apply le_n].
Qed.

Lemma grundy_mex : forall G p, grundy G p = mex (map (grundy G) (options G p)).
Proof.
  intros G p. rewrite <- (grundy_within_enough G (S (rank G p)) p) by lia. cbn [grundy_within]. f_equal.
  apply map_ext_in. intros q I. pose proof (rank_falls G p q I). apply grundy_within_enough. lia.
Qed.

Lemma wins_enough : forall G n p, (rank G p <= n)%nat -> wins G n p = mover_wins G p.
Proof.
  assert (Z : forall G p, rank G p = O -> options G p = []).
  { intros G p E. destruct (options G p) as [|q qs] eqn:O; [reflexivity|].
    assert (I : In q (options G p)) by (rewrite O; left; reflexivity). pose proof (rank_falls G p q I). lia. }
  assert (H : forall G n m p, (rank G p <= n)%nat -> (rank G p <= m)%nat -> wins G n p = wins G m p).
  { intros G; induction n as [|n IH]; intros m p L M.
    - destruct m; [reflexivity|]. simpl. rewrite (Z G p) by lia. reflexivity.
    - destruct m as [|m]; simpl.
      + rewrite (Z G p) by lia. reflexivity.
      + assert (A : forall l, incl l (options G p) ->
          existsb (fun q => negb (wins G n q)) l = existsb (fun q => negb (wins G m q)) l).
        { induction l as [|q l IHl]; intros S; [reflexivity|]. simpl. f_equal.
          - f_equal. assert (I : In q (options G p)) by (apply S; left; reflexivity).
            pose proof (rank_falls G p q I). apply IH; lia.
          - apply IHl. intros r R. apply S. right. exact R. }
        apply A. apply incl_refl. }
  intros G n p L. apply H; [exact L|apply le_n].
Qed.

Lemma mover_wins_spec : forall G p, mover_wins G p = existsb (fun q => negb (mover_wins G q)) (options G p).
Proof.
  intros G p. rewrite <- (wins_enough G (S (rank G p)) p) by lia. simpl.
  assert (A : forall l, incl l (options G p) ->
    existsb (fun q => negb (wins G (rank G p) q)) l = existsb (fun q => negb (mover_wins G q)) l).
  { induction l as [|q l IHl]; intros S; [reflexivity|]. simpl. f_equal.
    - f_equal. assert (I : In q (options G p)) by (apply S; left; reflexivity).
      pose proof (rank_falls G p q I). apply wins_enough. lia.
    - apply IHl. intros r R. apply S. right. exact R. }
  apply A. apply incl_refl.
Qed.

(** ** Who wins *)
Theorem mover_wins_iff : forall G p, mover_wins G p = negb (grundy G p =? 0).
Proof.
  intros G p. remember (rank G p) as n eqn:E. assert (L : (rank G p <= n)%nat) by lia. clear E. revert p L.
  induction n as [|n IH]; intros p L; rewrite mover_wins_spec, grundy_mex.
  - destruct (options G p) as [|q qs] eqn:O; [reflexivity|].
    assert (I : In q (options G p)) by (rewrite O; left; reflexivity). pose proof (rank_falls G p q I). lia.
  - apply eq_true_iff_eq. rewrite existsb_exists, negb_true_iff, N.eqb_neq. split.
    + intros (q & I & W). pose proof (rank_falls G p q I). rewrite IH in W by lia. rewrite negb_involutive, N.eqb_eq in W.
      intros M. apply (mex_not_in (map (grundy G) (options G p))). rewrite M, <- W. apply in_map. exact I.
    + intros M. assert (Z : In 0 (map (grundy G) (options G p))) by (apply mex_below; lia).
      apply in_map_iff in Z. destruct Z as (q & W & I). exists q. split; [exact I|].
      pose proof (rank_falls G p q I). rewrite IH by lia. rewrite W. reflexivity.
Qed.

(** ** Sums *)
Lemma lt_by_bit : forall x y k, (forall j, k < j -> N.testbit x j = N.testbit y j) ->
  N.testbit x k = false -> N.testbit y k = true -> x < y.
Proof.
  intros x y k H X Y.
  assert (L : N.shiftr x k < N.shiftr y k).
  { assert (D : N.div2 (N.shiftr x k) = N.div2 (N.shiftr y k)).
    { apply N.bits_inj. intros j. rewrite !N.div2_spec, !N.shiftr_spec by lia.
      rewrite <- ?N.add_assoc. apply H. lia. }
    rewrite (N.div2_odd (N.shiftr x k)), (N.div2_odd (N.shiftr y k)), D.
    rewrite <- !N.bit0_odd, !N.shiftr_spec, N.add_0_l, X, Y by lia. simpl. lia. }
  destruct (N.lt_ge_cases x y) as [|G]; [assumption|exfalso].
  rewrite !N.shiftr_div_pow2 in L. pose proof (N.div_le_mono y x (2 ^ k)). lia.
Qed.

Lemma xor_less : forall x d, d <> 0 -> N.testbit x (N.log2 d) = true -> N.lxor x d < x.
Proof.
  intros x d D T. apply lt_by_bit with (N.log2 d).
  - intros j J. rewrite N.lxor_spec, (N.bits_above_log2 d j) by exact J. apply xorb_false_r.
  - rewrite N.lxor_spec, T, N.bit_log2 by exact D. reflexivity.
  - exact T.
Qed.

Lemma xor_reach : forall a b c, c < N.lxor a b ->
  (exists a', a' < a /\ N.lxor a' b = c) \/ (exists b', b' < b /\ N.lxor a b' = c).
Proof.
  intros a b c C. set (d := N.lxor (N.lxor a b) c).
  assert (D : d <> 0). { intro E. apply N.lxor_eq in E. lia. }
  assert (T : N.testbit d (N.log2 d) = true) by (apply N.bit_log2; exact D).
  assert (X : N.testbit (N.lxor a b) (N.log2 d) = true).
  { destruct (N.testbit (N.lxor a b) (N.log2 d)) eqn:E; [reflexivity|exfalso].
    assert (K : N.lxor a b < c).
    { apply lt_by_bit with (N.log2 d).
      - intros j J. pose proof (N.bits_above_log2 d j J) as Z. unfold d in Z. rewrite N.lxor_spec in Z.
        apply xorb_eq in Z. exact Z.
      - exact E.
      - unfold d in T at 1. rewrite N.lxor_spec, E in T. rewrite xorb_false_l in T. exact T. }
    lia. }
  assert (Back : forall x y, N.lxor (N.lxor x d) y = N.lxor (N.lxor x y) d).
  { intros. rewrite !N.lxor_assoc, (N.lxor_comm d y). reflexivity. }
  assert (C' : N.lxor (N.lxor a b) d = c).
  { unfold d. rewrite <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l. }
  rewrite N.lxor_spec in X. destruct (N.testbit a (N.log2 d)) eqn:A.
  - left. exists (N.lxor a d). split; [apply xor_less; assumption|]. rewrite Back. exact C'.
  - right. rewrite xorb_false_l in X. exists (N.lxor b d). split; [apply xor_less; assumption|].
    rewrite N.lxor_comm, Back, (N.lxor_comm b a). exact C'.
Qed.

(** The Grundy value of a sum is the exclusive or of those of its parts. *)
Theorem grundy_sum : forall G H p q, grundy (sum G H) (p, q) = N.lxor (grundy G p) (grundy H q).
Proof.
  intros G H p q. remember (rank (sum G H) (p, q)) as n eqn:E.
  assert (L : (rank (sum G H) (p, q) <= n)%nat) by lia. clear E. revert p q L.
  induction n as [n IH] using lt_wf_ind; intros p q L. rewrite grundy_mex.
  assert (Left : forall p', In p' (options G p) -> grundy (sum G H) (p', q) = N.lxor (grundy G p') (grundy H q)).
  { intros p' I. pose proof (rank_falls G p p' I). cbn [rank sum fst snd] in *.
    apply (IH (rank G p' + rank H q)%nat); cbn; lia. }
  assert (Right : forall q', In q' (options H q) -> grundy (sum G H) (p, q') = N.lxor (grundy G p) (grundy H q')).
  { intros q' I. pose proof (rank_falls H q q' I). cbn [rank sum fst snd] in *.
    apply (IH (rank G p + rank H q')%nat); cbn; lia. }
  apply mex_unique.
  - intro I. apply in_map_iff in I. destruct I as (r & V & I). apply in_app_iff in I.
    destruct I as [I|I]; apply in_map_iff in I; destruct I as (s & <- & I); simpl in *.
    + rewrite Left in V by exact I.
      assert (W : grundy G s = grundy G p).
      { apply (f_equal (fun x => N.lxor x (grundy H q))) in V. rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in V. exact V. }
      apply (mex_not_in (map (grundy G) (options G p))). rewrite <- grundy_mex, <- W. apply in_map. exact I.
    + rewrite Right in V by exact I.
      assert (W : grundy H s = grundy H q).
      { apply (f_equal (N.lxor (grundy G p))) in V. rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in V. exact V. }
      apply (mex_not_in (map (grundy H) (options H q))). rewrite <- grundy_mex, <- W. apply in_map. exact I.
  - intros k K. destruct (xor_reach _ _ _ K) as [(a & A & <-)|(b & B & <-)].
    + rewrite grundy_mex in A. apply mex_below in A. apply in_map_iff in A. destruct A as (p' & <- & I).
      rewrite <- Left by exact I. apply in_map. apply in_app_iff. left. apply in_map_iff. exists p'. auto.
    + rewrite grundy_mex in B. apply mex_below in B. apply in_map_iff in B. destruct B as (q' & <- & I).
      rewrite <- Right by exact I. apply in_map. apply in_app_iff. right. apply in_map_iff. exists q'. auto.
Qed.

(** So whoever moves first in a sum wins unless the Grundy values of its parts are the same. *)
Theorem who_wins_a_sum : forall G H p q, mover_wins (sum G H) (p, q) = negb (grundy G p =? grundy H q).
Proof.
  intros G H p q. rewrite mover_wins_iff, grundy_sum. f_equal. apply eq_true_iff_eq. rewrite !N.eqb_eq.
  split; [apply N.lxor_eq|]. intros ->. apply N.lxor_nilpotent.
Qed.
