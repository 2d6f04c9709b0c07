(** * The definitions of Game.v fit together

    A value that is known stays the same when one looks further ahead, and it is what each player can get; nobody can get
    more. And whoever forces something has a strategy, which says what to play. *)

From Coq Require Import ZArith List Bool Lia.
From Zermelo Require Import Game.
Import ListNotations.
Open Scope Z_scope.

Section Facts.
Variable g : game.

Lemma same_true : forall a b, same a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.

(** ** Forcing *)
Lemma forces_more : forall a v n k p, forces g a v n p -> (n <= k)%nat -> forces g a v k p.
Proof.
  intros a v; induction n as [|n IH]; intros k p H L.
  - destruct k; simpl in *; destruct (reward g p); auto; contradiction.
  - destruct k as [|k]; [lia|]. simpl in *. destruct (reward g p); auto.
    destruct (same (to_move g p) a).
    + rewrite Exists_exists in *. destruct H as (m & I & F). exists m. split; auto. apply IH; auto; lia.
    + destruct H as [NE F]. split; auto. rewrite Forall_forall in *. intros m I. apply IH; auto; lia.
Qed.

(** One bound on the number of plies for all moves of a list. *)
Lemma forces_all : forall a v p ms,
  Forall (fun m => exists n, forces g a v n (after g p m)) ms ->
  exists n, Forall (fun m => forces g a v n (after g p m)) ms.
Proof.
  induction 1 as [|m ms (n & H) _ (k & IH)].
  - exists O. constructor.
  - exists (Nat.max n k). constructor.
    + eapply forces_more; eauto; lia.
    + eapply Forall_impl; [|apply IH]. simpl. intros m' F. eapply forces_more; eauto; lia.
Qed.

(** ** Values *)
Lemma best_some : forall a l x, best a l = Some x ->
  (forall y, In y l -> exists z, y = Some z /\ gain a z <= gain a x) /\ In (Some x) l.
Proof.
  induction l as [|y l IH]; intros x H; [discriminate|].
  destruct l as [|y' l'].
  - simpl in *. subst. split.
    + intros y [E|[]]. subst. exists x. split; auto; lia.
    + auto.
  - change (match y, best a (y' :: l') with Some x, Some y => Some (better a x y) | _, _ => None end = Some x) in H.
    destruct y as [z|]; [|discriminate]. destruct (best a (y' :: l')) as [w|] eqn:E; [|discriminate].
    injection H as H. destruct (IH w eq_refl) as [U I]. split.
    + intros u [Q|Q].
      * subst. exists z. split; auto. destruct a; simpl; lia.
      * destruct (U u Q) as (t & -> & L). exists t. split; auto. destruct a; simpl in *; lia.
    + destruct a; simpl in H; subst x.
      * destruct (Z.max_spec z w) as [[_ ->]|[_ ->]]; [right; exact I|left; reflexivity].
      * destruct (Z.min_spec z w) as [[_ ->]|[_ ->]]; [left; reflexivity|right; exact I].
Qed.

Lemma value_moves : forall n p x, reward g p = None -> value g (S n) p = Some x -> moves g p <> [].
Proof. intros n p x R H E. simpl in H. rewrite R, E in H. discriminate. Qed.


Lemma forces_weaker : forall a v w n p, forces g a v n p -> w <= v -> forces g a w n p.
Proof.
  intros a v w; induction n as [|n IH]; intros p H L; simpl in *; destruct (reward g p); auto; try lia.
  destruct (same (to_move g p) a).
  - rewrite Exists_exists in *. destruct H as (m & I & F). eauto.
  - destruct H as [NE F]. split; auto. rewrite Forall_forall in *. auto.
Qed.

(** A player can get what the position is worth ... *)
Theorem value_is_forced : forall a n p x, value g n p = Some x -> forces g a (gain a x) n p.
Proof.
  intros a; induction n as [|n IH]; intros p x H.
  - simpl in *. destruct (reward g p); [|discriminate]. injection H as ->. lia.
  - pose proof (value_moves n p x) as NE. simpl in *. destruct (reward g p) as [r|].
    + injection H as ->. lia.
    + destruct (best_some _ _ _ H) as [U I]. rewrite in_map_iff in I. destruct I as (m & V & J).
      destruct (same (to_move g p) a) eqn:Turn.
      * rewrite Exists_exists. exists m. auto.
      * split; auto. rewrite Forall_forall. intros m' J'.
        destruct (U (value g n (after g p m'))) as (z & V' & L).
        { apply in_map_iff. eauto. }
        eapply forces_weaker; [apply IH; exact V'|].
        destruct a, (to_move g p); simpl in *; try discriminate; lia.
Qed.

(** ... and no more: what a player forces within any number of plies is at most the value. *)
Theorem forced_at_most_value : forall a v n k p x,
  forces g a v n p -> value g k p = Some x -> v <= gain a x.
Proof.
  intros a v n k; revert n; induction k as [|k IH]; intros n p x F H.
  - simpl in H. destruct n; simpl in F; destruct (reward g p); try discriminate; injection H as ->; auto.
  - destruct n as [|n]; simpl in *; destruct (reward g p) as [r|]; try contradiction;
      try (injection H as ->; assumption).
    destruct (best_some _ _ _ H) as [U I].
    destruct (same (to_move g p) a) eqn:Turn.
    + rewrite Exists_exists in F. destruct F as (m & J & F).
      destruct (U (value g k (after g p m))) as (z & V & L).
      { apply in_map_iff; eauto. }
      pose proof (IH _ _ _ F V). apply same_true in Turn. subst a. lia.
    + destruct F as [_ F]. rewrite in_map_iff in I. destruct I as (m & V & J).
      rewrite Forall_forall in F. exact (IH _ _ _ (F m J) V).
Qed.

(** The same holds for whatever a player can get by [gets_at_least]: if the value is known, play ends. *)
Theorem got_at_most_value : forall a v k p x,
  gets_at_least g a v p -> value g k p = Some x -> v <= gain a x.
Proof.
  intros a v k p x [[n F]|[_ (here & H & K)]] V.
  - eapply forced_at_most_value; eauto.
  - revert p x H V. induction k as [|k IH]; intros p x H V; specialize (K p H) as Q; simpl in V.
    + destruct (reward g p); [injection V as ->; exact Q|discriminate].
    + destruct (reward g p); [injection V as ->; exact Q|].
      destruct (best_some _ _ _ V) as [U I].
      destruct (same (to_move g p) a) eqn:Turn.
      * rewrite Exists_exists in Q. destruct Q as (m & J & Q).
        destruct (U (value g k (after g p m))) as (z & V' & L).
        { apply in_map_iff; eauto. }
        pose proof (IH _ _ Q V'). apply same_true in Turn. subst a. lia.
      * destruct Q as [_ Q]. rewrite in_map_iff in I. destruct I as (m & V' & J).
        rewrite Forall_forall in Q. exact (IH _ _ (Q m J) V').
Qed.

(** So a value that is known is the same however far one looks. *)
Theorem one_value : forall n k p x y, value g n p = Some x -> value g k p = Some y -> x = y.
Proof.
  intros n k p x y V W.
  pose proof (forced_at_most_value _ _ _ _ _ _ (value_is_forced First _ _ _ V) W).
  pose proof (forced_at_most_value _ _ _ _ _ _ (value_is_forced Second _ _ _ V) W).
  simpl in *. lia.
Qed.

(** ** Strategies *)
Lemma forces_dec : forall a v n p, {forces g a v n p} + {~ forces g a v n p}.
Proof.
  intros a v; induction n as [|n IH]; intros p; simpl; destruct (reward g p).
  - apply Z_le_dec.
  - right; auto.
  - apply Z_le_dec.
  - destruct (same (to_move g p) a).
    + apply Exists_dec. intro. apply IH.
    + destruct (moves g p) as [|m ms] eqn:E.
      * right. intros [N _]. auto.
      * destruct (Forall_dec (fun m => forces g a v n (after g p m)) (fun m => IH _) (m :: ms)) as [F|F].
        -- left. split; [discriminate|exact F].
        -- right. intros [_ Q]. auto.
Qed.

(** The positions that can arise after some plies if player [a] plays by a strategy: a move for each position, which may
    depend on how many plies have been played. *)
Inductive arises (a : player) (s : nat -> position g -> move g) (start : position g) : nat -> position g -> Prop :=
| at_first : arises a s start O start
| by_strategy : forall n p, arises a s start n p -> reward g p = None -> to_move g p = a ->
    arises a s start (S n) (after g p (s n p))
| by_other : forall n p m, arises a s start n p -> reward g p = None -> to_move g p <> a -> In m (moves g p) ->
    arises a s start (S n) (after g p m).

Definition follow (a : player) (v : Z) (n : nat) (instead : move g) (k : nat) (p : position g) : move g :=
  match find (fun m => if forces_dec a v (n - S k) (after g p m) then true else false) (moves g p) with
  | Some m => m
  | None => instead
  end.

(** Whoever forces something has a strategy by which every play is over in time and ends well, and whose moves are legal. *)
Theorem forces_by_a_strategy : forall a v n start (instead : move g), forces g a v n start ->
  let s := follow a v n instead in
  forall k p, arises a s start k p ->
    match reward g p with
    | Some r => v <= gain a r
    | None => (k < n)%nat /\ moves g p <> [] /\ (to_move g p = a -> In (s k p) (moves g p))
    end.
Proof.
  intros a v n start instead F s.
  assert (Inv : forall k p, arises a s start k p -> (k <= n)%nat /\ forces g a v (n - k) p).
  { induction 1 as [|k p R [L I] E T|k p m R [L I] E T J].
    - rewrite Nat.sub_0_r. split; [lia|exact F].
    - destruct (n - k)%nat as [|r] eqn:D; simpl in I; rewrite E in I; [contradiction|].
      split; [lia|]. assert (Q : (n - S k)%nat = r) by lia. rewrite Q.
      apply same_true in T. rewrite T in I. unfold s, follow.
      destruct (find _ _) as [m|] eqn:Fd.
      + apply find_some in Fd. destruct Fd as [_ Fd]. destruct (forces_dec a v (n - S k) (after g p m)) as [Y|]; [|discriminate].
        rewrite Q in Y. exact Y.
      + rewrite Exists_exists in I. destruct I as (m & J & I). pose proof (find_none _ _ Fd m J) as N. simpl in N.
        destruct (forces_dec a v (n - S k) (after g p m)) as [|N']; [discriminate|]. rewrite Q in N'. contradiction.
    - destruct (n - k)%nat as [|r] eqn:D; simpl in I; rewrite E in I; [contradiction|].
      split; [lia|]. replace (n - S k)%nat with r by lia.
      destruct (same (to_move g p) a) eqn:Turn; [apply same_true in Turn; contradiction|].
      destruct I as [_ I]. rewrite Forall_forall in I. auto. }
  intros k p A. destruct (Inv k p A) as [L I].
  destruct (n - k)%nat as [|r] eqn:D; simpl in I; destruct (reward g p) as [x|]; auto; try contradiction.
  split; [lia|]. destruct (same (to_move g p) a) eqn:Turn.
  - rewrite Exists_exists in I. destruct I as (m & J & I). split.
    + intro E. rewrite E in J. contradiction.
    + intros _. unfold s, follow. destruct (find _ _) as [m'|] eqn:Fd.
      * apply find_some in Fd. tauto.
      * pose proof (find_none _ _ Fd m J) as N. simpl in N.
        replace (n - S k)%nat with r in N by lia. destruct (forces_dec a v r (after g p m)); [discriminate|contradiction].
  - destruct I as [NE _]. split; auto. intro T. apply same_true in T. congruence.
Qed.

(** ** What both players can get

    What the players can get does not add up to more than there is: what one gets, the other loses. So if one can get [v], and
    the other [-v], neither can get more. *)
Lemma not_both_force : forall v w n k p, forces g First v n p -> forces g Second w k p -> v + w <= 0.
Proof.
  intros v w; induction n as [|n IH]; intros k p F S; destruct k as [|k]; simpl in F, S;
    destruct (reward g p); try contradiction; try (simpl in *; lia).
  destruct (to_move g p); simpl in F, S; rewrite Exists_exists in *; rewrite Forall_forall in *.
  - destruct F as (m & I & F). destruct S as [_ S]. eauto.
  - destruct S as (m & I & S). destruct F as [_ F]. eauto.
Qed.

Lemma not_forced_and_kept : forall a b v w here n p, a <> b -> forces g a v n p -> keeps g b w here -> here p -> v + w <= 0.
Proof.
  intros a b v w here n p D F K. revert p F. induction n as [|n IH]; intros p F H; specialize (K p H); simpl in F;
    destruct (reward g p); try contradiction; try (destruct a, b; simpl in *; congruence || lia).
  destruct (to_move g p), a, b; try congruence; simpl in F, K; rewrite Exists_exists in *; rewrite Forall_forall in *;
    first [destruct F as (m & I & F); destruct K as [_ K]; eauto|destruct K as (m & I & K); destruct F as [_ F]; eauto].
Qed.

Theorem no_more_than_there_is : forall v w p, gets_at_least g First v p -> gets_at_least g Second w p -> v + w <= 0.
Proof.
  intros v w p [(n & F)|(V & here & H & K)] [(m & S)|(W & there & T & Q)].
  - eapply not_both_force; eauto.
  - eapply (not_forced_and_kept First Second); eauto; discriminate.
  - rewrite Z.add_comm. eapply (not_forced_and_kept Second First); eauto; discriminate.
  - simpl in *. lia.
Qed.

End Facts.
