(** * Octal games, and their periods

    A position is a number of heaps. A move takes some counters from one heap, and leaves the rest of it in one heap, in two, or,
    if it takes all, in none. For each number of counters, the rules say which of these are allowed (Guy and Smith 1956). *)

From Coq Require Import NArith List Bool Lia Arith.
From Zermelo Require Import Impartial.
Import ListNotations.
Open Scope nat_scope.

Record octal := {
  reach : nat;                       (* no move takes more *)
  takes_all : nat -> bool;           (* of a heap of so many *)
  leaves_one : nat -> bool;          (* heap, when so many are taken *)
  leaves_two : nat -> bool           (* the only one that may take nothing *)
}.

Section Octal.
Variable O : octal.

(** What a move may leave of a heap of [n]: two heaps, of which one or both may be empty. *)
Definition left_of_taking (n j : nat) : list (nat * nat) :=
  let rest := n - j in
  (if takes_all O j && (rest =? 0) && negb (j =? 0) then [(0, 0)] else []) ++
  (if leaves_one O j && (0 <? rest) && negb (j =? 0) then [(rest, 0)] else []) ++
  (if leaves_two O j then map (fun a => (a, rest - a)) (seq 1 (rest - 1)) else []).

Definition left_of (n : nat) : list (nat * nat) :=
  flat_map (left_of_taking n) (filter (fun j => j <=? n) (seq 0 (S (reach O)))).

Fixpoint moves_in (heaps : list nat) : list (list nat) :=
  match heaps with
  | [] => []
  | n :: others =>
      map (fun ab => fst ab :: snd ab :: others) (left_of n) ++ map (cons n) (moves_in others)
  end.

Definition weight (n : nat) : nat := 2 * n - 1.

Lemma in_left_of : forall n a b, In (a, b) (left_of n) <->
  exists j, j <= reach O /\ j <= n /\ a + b = n - j /\
    ((takes_all O j = true /\ 0 < j /\ a = 0 /\ b = 0) \/
     (leaves_one O j = true /\ 0 < j /\ 0 < a /\ b = 0) \/
     (leaves_two O j = true /\ 0 < a /\ 0 < b)).
Proof.
  intros n a b. unfold left_of. rewrite in_flat_map. split.
  - intros (j & J & I). apply filter_In in J. destruct J as [J L]. apply in_seq in J. apply Nat.leb_le in L.
    exists j. unfold left_of_taking in I. rewrite !in_app_iff in I.
    destruct I as [I|[I|I]].
    + destruct (takes_all O j && (n - j =? 0) && negb (j =? 0)) eqn:E; [|destruct I].
      destruct I as [I|[]]. injection I as <- <-. apply andb_true_iff in E. destruct E as [E E3].
      apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E2. apply negb_true_iff, Nat.eqb_neq in E3.
      repeat (split; [lia|]). left. repeat split; auto; lia.
    + destruct (leaves_one O j && (0 <? n - j) && negb (j =? 0)) eqn:E; [|destruct I].
      destruct I as [I|[]]. injection I as <- <-. apply andb_true_iff in E. destruct E as [E E3].
      apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.ltb_lt in E2. apply negb_true_iff, Nat.eqb_neq in E3.
      repeat (split; [lia|]). right. left. repeat split; auto; lia.
    + destruct (leaves_two O j) eqn:E; [|destruct I]. apply in_map_iff in I. destruct I as (x & I & S).
      injection I as <- <-. apply in_seq in S. repeat (split; [lia|]). right. right. repeat split; auto; lia.
  - intros (j & J & L & Sum & H). exists j. split.
    + apply filter_In. split; [apply in_seq; lia|apply Nat.leb_le; exact L].
    + unfold left_of_taking. rewrite !in_app_iff. destruct H as [(E & P & -> & ->)|[(E & P & Q & ->)|(E & P & Q)]].
      * left. rewrite E. replace (n - j =? 0) with true by (symmetry; apply Nat.eqb_eq; lia).
        replace (j =? 0) with false by (symmetry; apply Nat.eqb_neq; lia). simpl. auto.
      * right. left. rewrite E. replace (0 <? n - j) with true by (symmetry; apply Nat.ltb_lt; lia).
        replace (j =? 0) with false by (symmetry; apply Nat.eqb_neq; lia). simpl. left. f_equal. lia.
      * right. right. rewrite E. apply in_map_iff. exists a. split; [f_equal; lia|apply in_seq; lia].
Qed.

Definition heaps : impartial.
Proof.
  refine {| place := list nat; options := moves_in; rank := fun l => list_sum (map weight l) |}.
  intros l. induction l as [|n l IH]; intros q I; simpl in I; [contradiction|].
  apply in_app_iff in I. destruct I as [I|I]; apply in_map_iff in I.
  - destruct I as ([a b] & <- & I). apply in_left_of in I. destruct I as (j & _ & L & S & H). simpl. unfold weight. lia.
  - destruct I as (r & <- & I). specialize (IH r I). simpl in *. lia.
Defined.

(** ** The values of heaps *)
Definition heap_value (n : nat) : N := grundy heaps [n].

Lemma moves_in_app : forall k l, moves_in (k ++ l) = map (fun r => r ++ l) (moves_in k) ++ map (app k) (moves_in l).
Proof.
  induction k as [|n k IH]; intros l; simpl.
  - rewrite map_id. reflexivity.
  - rewrite IH, !map_app, !map_map, app_assoc. f_equal.
Qed.

Lemma grundy_heaps_app : forall k l, grundy heaps (k ++ l) = N.lxor (grundy heaps k) (grundy heaps l).
Proof.
  intros k l. rewrite <- grundy_sum. remember (rank (sum heaps heaps) (k, l)) as n eqn:E.
  assert (L : rank (sum heaps heaps) (k, l) <= n) by lia. clear E. revert k l L.
  induction n as [n IH] using lt_wf_ind. intros k l L. rewrite !grundy_mex. f_equal.
  change (options heaps (k ++ l)) with (moves_in (k ++ l)). rewrite moves_in_app.
  cbn [options sum]. unfold sum_options. cbn [fst snd]. rewrite !map_app, !map_map. f_equal; apply map_ext_in; intros r I.
  - pose proof (rank_falls heaps k r I). cbn [rank sum fst snd] in *. eapply IH; [|apply le_n]. cbn [rank sum fst snd]. lia.
  - pose proof (rank_falls heaps l r I). cbn [rank sum fst snd] in *. eapply IH; [|apply le_n]. cbn [rank sum fst snd]. lia.
Qed.

Theorem heap_value_mex : forall n,
  heap_value n = mex (map (fun ab => N.lxor (heap_value (fst ab)) (heap_value (snd ab))) (left_of n)).
Proof.
  intros n. unfold heap_value at 1. rewrite grundy_mex. simpl. rewrite app_nil_r, map_map. f_equal. apply map_ext.
  intros [a b]. simpl. apply (grundy_heaps_app [a] [b]).
Qed.

(** ** Periods *)
Lemma mex_same : forall k l, (forall x, In x k <-> In x l) -> mex k = mex l.
Proof.
  intros k l H. apply mex_unique.
  - rewrite H. apply mex_not_in.
  - intros x X. apply H. apply mex_below. exact X.
Qed.

(** If the values repeat for all heaps from [start] up to this bound, they repeat for ever. *)
Theorem octal_period : forall start length, 1 <= start -> 1 <= length ->
  (forall n, start <= n < 2 * start + length + reach O -> heap_value (n + length) = heap_value n) ->
  forall n, start <= n -> heap_value (n + length) = heap_value n.
Proof.
  intros start length S1 L1 H. induction n as [n IH] using lt_wf_ind. intros S.
  destruct (lt_dec n (2 * start + length + reach O)) as [B|B]; [apply H; lia|].
  rewrite (heap_value_mex (n + length)), (heap_value_mex n). apply mex_same.
  assert (Back : forall a, start + length <= a < n + length -> heap_value a = heap_value (a - length)).
  { intros a A. destruct (Nat.eq_dec (a - length) n) as [E|D]; [lia|].
    replace a with (a - length + length) at 1 by lia. apply IH; lia. }
  intros x. rewrite !in_map_iff. split.
  - intros ([a b] & <- & I). apply in_left_of in I. destruct I as (j & J & L & Sum & K). simpl.
    (* the larger heap is far beyond the start *)
    destruct (le_dec b a) as [C|C].
    + assert (A : start + length <= a) by lia. assert (A' : a < n + length \/ (a = n + length /\ j = 0)) by lia.
      destruct A' as [A'|[-> ->]].
      * exists (a - length, b). simpl. rewrite (Back a) by lia. split; [reflexivity|]. apply in_left_of. exists j.
        repeat (split; [lia|]). destruct K as [(? & ? & ? & ?)|[(? & ? & ? & ?)|(? & ? & ?)]]; [lia| |].
        -- right. left. repeat split; auto; lia.
        -- right. right. repeat split; auto; lia.
      * destruct K as [(? & ? & ? & ?)|[(? & ? & ? & ?)|(? & ? & ?)]]; lia.
    + assert (A : start + length <= b) by lia.
      exists (a, b - length). simpl. destruct K as [(? & ? & ? & ?)|[(? & ? & ? & ?)|(E & P & Q)]]; try lia.
      rewrite (Back b) by lia. split; [reflexivity|]. apply in_left_of. exists j. repeat (split; [lia|]).
      right. right. repeat split; auto; lia.
  - intros ([a b] & <- & I). apply in_left_of in I. destruct I as (j & J & L & Sum & K). simpl.
    destruct (le_dec b a) as [C|C].
    + exists (a + length, b). simpl. split.
      * rewrite (Back (a + length)) by (destruct K as [(? & ? & ? & ?)|[(? & ? & ? & ?)|(? & ? & ?)]]; lia).
        f_equal. f_equal. lia.
      * apply in_left_of. exists j. repeat (split; [lia|]). destruct K as [(? & ? & ? & ?)|[(? & ? & ? & ?)|(? & ? & ?)]]; [lia| |].
        -- right. left. repeat split; auto; lia.
        -- right. right. repeat split; auto; lia.
    + exists (a, b + length). simpl. destruct K as [(? & ? & ? & ?)|[(? & ? & ? & ?)|(E & P & Q)]]; try lia. split.
      * rewrite (Back (b + length)) by lia. f_equal. f_equal. lia.
      * apply in_left_of. exists j. repeat (split; [lia|]). right. right. repeat split; auto; lia.
Qed.
End Octal.
