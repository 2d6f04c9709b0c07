(** * A checker of strategies, and the proof that what it accepts is true

    A certificate is a list of answers: what player [a] plays in each position that can arise, in an order that follows from
    the rules. The checker plays them against every move of the other player, one ply at a time. *)

From Coq Require Import ZArith List Bool Lia.
From Zermelo Require Import Game Value.
Import ListNotations.
Open Scope Z_scope.

(** What the checker needs to know of a game, and what must be proved of it. *)
Record rules := {
  plays :> game;

  (** An order of the positions, in which a layer is taken. It may be any; equal positions must be the same. *)
  compare : position plays -> position plays -> comparison;
  compare_eq : forall p q, compare p q = Eq -> p = q;

  (** What one position of those that are alike is put in place of the others. Positions that are alike have the same end, if
      any, the same player to move, and moves to positions that are alike. *)
  alike : position plays -> position plays -> Prop;
  alike_trans : forall p q r, alike p q -> alike q r -> alike p r;
  alike_reward : forall p q, alike p q -> reward plays p = reward plays q;
  alike_to_move : forall p q, alike p q -> to_move plays p = to_move plays q;
  alike_move : forall p q m, alike p q -> In m (moves plays q) ->
    exists n, In n (moves plays p) /\ alike (after plays p n) (after plays q m);
  alike_back : forall p q m, alike p q -> In m (moves plays p) ->
    exists n, In n (moves plays q) /\ alike (after plays p m) (after plays q n);
  reduce : position plays -> position plays;
  reduce_alike : forall p, alike p (reduce p);

  (** How a certificate writes a move, and reasons why nothing more need be played. *)
  code : Type;
  read_move : position plays -> code -> option (move plays);
  read_legal : forall p c m, read_move p c = Some m -> In m (moves plays p);
  reason : Type;
  holds : player -> Z -> position plays -> reason -> bool;
  holds_sound : forall a v p r, holds a v p r = true -> exists n, forces plays a v n p
}.

(** What a certificate says of a position: a move, or why no more need be played. *)
Inductive answer (code reason : Type) := Play (c : code) | Because (r : reason).
Arguments Play {code reason}.
Arguments Because {code reason}.

Section Checker.
Variable R : rules.
Variable a : player.
Variable v : Z.

Notation answer := (answer (code R) (reason R)).
Notation layer := (list (position R)).

(** The moves that are played in a position, and the answers that are left; [None] if the certificate is wrong. *)
Definition moves_to_play (p : position R) (answers : list answer) : option (list (move R) * list answer) :=
  if same (to_move R p) a then
    match answers with
    | Play c :: rest => match read_move R p c with Some m => Some ([m], rest) | None => None end
    | Because r :: rest => if holds R a v p r then Some ([], rest) else None
    | [] => None
    end
  else match moves R p with [] => None | ms => Some (ms, answers) end.

(** The positions after these moves, added to [found], without those where play is over; [None] if it ends below [v]. *)
Fixpoint play (p : position R) (ms : list (move R)) (found : layer) : option layer :=
  match ms with
  | [] => Some found
  | m :: others =>
      let q := after R p m in
      match reward R q with
      | Some r => if v <=? gain a r then play p others found else None
      | None => play p others (reduce R q :: found)
      end
  end.

Fixpoint play_all (ps : layer) (answers : list answer) (found : layer) : option (layer * list answer) :=
  match ps with
  | [] => Some (found, answers)
  | p :: others =>
      match moves_to_play p answers with
      | None => None
      | Some (ms, rest) =>
          match play p ms found with
          | None => None
          | Some found => play_all others rest found
          end
      end
  end.

(** ** Sorting a layer, without repetitions

    Lists are merged in pairs, each merge giving a list in the opposite order, so that no stack is needed. *)
Definition merge (up : bool) : layer -> layer -> layer -> layer :=
  fix outer xs := fix inner ys := fun merged =>
    match xs, ys with
    | [], _ => rev_append ys merged
    | _, [] => rev_append xs merged
    | x :: xs', y :: ys' =>
        match (if up then compare R x y else compare R y x) with
        | Eq => outer xs' ys merged
        | Lt => outer xs' ys (x :: merged)
        | Gt => inner ys' (y :: merged)
        end
    end.

Fixpoint merge_pairs (up : bool) (lists merged : list layer) : list layer :=
  match lists with
  | xs :: ys :: others => merge_pairs up others (merge up xs ys [] :: merged)
  | [xs] => rev_append xs [] :: merged
  | [] => merged
  end.

Fixpoint merge_all (passes : nat) (up : bool) (lists : list layer) : layer :=
  match lists, passes with
  | [], _ => []
  | [xs], _ => if up then xs else rev_append xs []
  | _, O => concat lists
  | _, S passes => merge_all passes (negb up) (merge_pairs up lists [])
  end.

Fixpoint singles (ps : layer) (lists : list layer) : list layer :=
  match ps with [] => lists | p :: others => singles others ([p] :: lists) end.

(** Every pass halves the number of lists. *)
Definition sorted (ps : layer) : layer := merge_all 64 true (singles ps []).

Lemma in_merge : forall up xs ys merged p,
  In p xs \/ In p ys \/ In p merged -> In p (merge up xs ys merged).
Proof.
  intros up; induction xs as [|x xs IHx]; induction ys as [|y ys IHy]; intros merged p H; simpl.
  - simpl in H. tauto.
  - rewrite rev_append_rev, in_app_iff, <- in_rev. simpl in *. tauto.
  - rewrite rev_append_rev, in_app_iff, <- in_rev. simpl in *. tauto.
  - destruct (if up then compare R x y else compare R y x) eqn:C.
    + apply IHx. destruct up; apply compare_eq in C; subst; simpl in *; tauto.
    + apply IHx. simpl in *. tauto.
    + apply IHy. simpl in *. tauto.
Qed.

Lemma merge_only : forall up xs ys merged p, In p (merge up xs ys merged) -> In p xs \/ In p ys \/ In p merged.
Proof.
  intros up; induction xs as [|x xs IHx]; induction ys as [|y ys IHy]; intros merged p H; simpl in *;
    rewrite ?rev_append_rev, ?in_app_iff, <- ?in_rev in H; simpl in *; try tauto.
  destruct (if up then compare R x y else compare R y x).
  - apply IHx in H. simpl in *. tauto.
  - apply IHx in H. simpl in *. tauto.
  - apply IHy in H. simpl in *. tauto.
Qed.

Lemma in_merge_pairs : forall up n lists merged p, (length lists <= n)%nat ->
  (exists l, In l lists /\ In p l) \/ (exists l, In l merged /\ In p l) ->
  exists l, In l (merge_pairs up lists merged) /\ In p l.
Proof.
  intros up; induction n as [|n IH]; intros lists merged p L H.
  - destruct lists; [|simpl in L; lia]. simpl. destruct H as [(l & [] & _)|H]; exact H.
  - destruct lists as [|xs [|ys others]]; simpl.
    + destruct H as [(l & [] & _)|H]; exact H.
    + destruct H as [(l & [<-|[]] & I)|(l & J & I)].
      * exists (rev_append xs []). split; [left; reflexivity|]. rewrite rev_append_rev, app_nil_r, <- in_rev. exact I.
      * exists l. auto.
    + simpl in L. apply IH; [lia|]. destruct H as [(l & [<-|[<-|J]] & I)|(l & J & I)].
      * right. exists (merge up xs ys []). split; [left; reflexivity|]. apply in_merge. auto.
      * right. exists (merge up xs ys []). split; [left; reflexivity|]. apply in_merge. auto.
      * left. exists l. auto.
      * right. exists l. split; [right|]; auto.
Qed.

Lemma in_merge_all : forall passes up lists p, (exists l, In l lists /\ In p l) -> In p (merge_all passes up lists).
Proof.
  induction passes as [|passes IH]; intros up lists p H.
  - destruct lists as [|xs [|ys others]].
    + destruct H as (l & [] & _).
    + destruct H as (l & [<-|[]] & I). simpl. destruct up; [exact I|].
      rewrite rev_append_rev, app_nil_r, <- in_rev. exact I.
    + destruct H as (l & J & I). cbn [merge_all]. apply in_concat. eauto.
  - destruct lists as [|xs [|ys others]].
    + destruct H as (l & [] & _).
    + destruct H as (l & [<-|[]] & I). simpl. destruct up; [exact I|].
      rewrite rev_append_rev, app_nil_r, <- in_rev. exact I.
    + cbn [merge_all]. apply IH. eapply in_merge_pairs; [apply le_n|]. left. exact H.
Qed.

Lemma in_singles : forall ps lists p, In p ps \/ (exists l, In l lists /\ In p l) ->
  exists l, In l (singles ps lists) /\ In p l.
Proof.
  induction ps as [|q ps IH]; intros lists p H; simpl.
  - destruct H as [[]|H]; exact H.
  - apply IH. destruct H as [[<-|I]|(l & J & I)].
    + right. exists [q]. simpl. auto.
    + auto.
    + right. exists l. simpl. auto.
Qed.

Lemma in_sorted : forall ps p, In p ps -> In p (sorted ps).
Proof. intros ps p I. apply in_merge_all. apply in_singles. auto. Qed.

(** ** Plays that end

    [check plies ps answers]: the answers show that [a] gets at least [v] from each position of the layer [ps], within so many
    layers and what the reasons add. *)
Fixpoint check (plies : nat) (ps : layer) (answers : list answer) : bool :=
  match ps, answers, plies with
  | [], [], _ => true
  | [], _, _ => false
  | _, _, O => false
  | _, _, S plies =>
      match play_all ps answers [] with
      | None => false
      | Some (next, rest) => check plies (sorted next) rest
      end
  end.

(** ** Plays that need not end

    A position that was in an earlier layer is not put into a layer again. *)
Definition without : layer -> layer -> layer -> layer :=
  fix outer xs := fix inner ys := fun kept =>
    match xs, ys with
    | [], _ => rev_append kept []
    | _, [] => rev_append kept xs
    | x :: xs', y :: ys' =>
        match compare R x y with
        | Eq => outer xs' ys kept
        | Lt => outer xs' ys (x :: kept)
        | Gt => inner ys' kept
        end
    end.

Fixpoint check_endless (plies : nat) (earlier ps : layer) (answers : list answer) : bool :=
  match ps, answers, plies with
  | [], [], _ => true
  | [], _, _ => false
  | _, _, O => false
  | _, _, S plies =>
      match play_all ps answers [] with
      | None => false
      | Some (next, rest) =>
          let known := rev_append (merge true earlier ps []) [] in
          check_endless plies known (without (sorted next) known []) rest
      end
  end.

(** * What the checkers accept is true *)

(** What is forced from a position is forced from those that are alike. *)
Lemma forces_alike : forall w n p q, alike R p q -> forces R a w n p <-> forces R a w n q.
Proof.
  intros w; induction n as [|n IH]; intros p q A; simpl; rewrite (alike_reward R _ _ A); [tauto|].
  destruct (reward R q); [tauto|]. rewrite (alike_to_move R _ _ A). destruct (same (to_move R q) a).
  - rewrite !Exists_exists. split; intros (m & I & F).
    + destruct (alike_back R _ _ _ A I) as (m' & J & B). exists m'. split; auto. apply (IH _ _ B); auto.
    + destruct (alike_move R _ _ _ A I) as (m' & J & B). exists m'. split; auto. apply (IH _ _ B); auto.
  - rewrite !Forall_forall. split; intros [NE F]; split.
    + intro E. destruct (moves R p) as [|m ms] eqn:M; [auto|].
      destruct (alike_back R p q m A) as (m' & J & _); [rewrite M; left; reflexivity|]. rewrite E in J. contradiction.
    + intros m I. destruct (alike_move R _ _ _ A I) as (m' & J & B). apply (IH _ _ B); auto.
    + intro E. destruct (moves R q) as [|m ms] eqn:M; [auto|].
      destruct (alike_move R p q m A) as (m' & J & _); [rewrite M; left; reflexivity|]. rewrite E in J. contradiction.
    + intros m I. destruct (alike_back R _ _ _ A I) as (m' & J & B). apply (IH _ _ B); auto.
Qed.

(** A move is answered for if play ends well after it, or goes on in one of these positions, reduced. *)
Definition answered (found : layer) (p : position R) (m : move R) : Prop :=
  match reward R (after R p m) with
  | Some r => v <= gain a r
  | None => In (reduce R (after R p m)) found
  end.

Lemma play_answers : forall p ms found all, play p ms found = Some all ->
  (forall q, In q found -> In q all) /\ Forall (answered all p) ms.
Proof.
  intros p; induction ms as [|m ms IH]; intros found all H; simpl in H.
  - injection H as ->. auto.
  - destruct (reward R (after R p m)) as [r|] eqn:E.
    + destruct (v <=? gain a r) eqn:L; [|discriminate]. destruct (IH _ _ H) as [S F]. split; auto. constructor; auto.
      unfold answered. rewrite E. lia.
    + destruct (IH _ _ H) as [S F]. split; [intros; apply S; simpl; auto|]. constructor; auto.
      unfold answered. rewrite E. apply S. simpl. auto.
Qed.

(** What has been checked of a position: a reason holds, or the right moves are answered for. *)
Definition settled (found : layer) (p : position R) : Prop :=
  (exists n, forces R a v n p) \/
  (if same (to_move R p) a then Exists (answered found p) (moves R p)
   else moves R p <> [] /\ Forall (answered found p) (moves R p)).

Lemma settled_more : forall few many p, (forall q, In q few -> In q many) -> settled few p -> settled many p.
Proof.
  intros few many p S [F|H]; [left; exact F|right].
  assert (Q : forall m, answered few p m -> answered many p m).
  { intros m. unfold answered. destruct (reward R (after R p m)); auto. }
  destruct (same (to_move R p) a).
  - rewrite Exists_exists in *. destruct H as (m & I & A). eauto.
  - destruct H as [NE F]. split; auto. rewrite Forall_forall in *. auto.
Qed.

Lemma play_all_settles : forall ps answers found next rest, play_all ps answers found = Some (next, rest) ->
  (forall q, In q found -> In q next) /\ Forall (settled next) ps.
Proof.
  induction ps as [|p ps IH]; intros answers found next rest H; simpl in H.
  - injection H as -> _. auto.
  - destruct (moves_to_play p answers) as [[ms left]|] eqn:M; [|discriminate].
    destruct (play p ms found) as [more|] eqn:P; [|discriminate].
    destruct (play_answers _ _ _ _ P) as [S A]. destruct (IH _ _ _ _ H) as [T F].
    split; [auto|]. constructor; auto. apply (settled_more more); auto.
    unfold moves_to_play in M. unfold settled. destruct (same (to_move R p) a).
    + destruct answers as [|[c|r] others]; [discriminate| |].
      * destruct (read_move R p c) as [m|] eqn:E; [|discriminate]. injection M as <- <-.
        right. apply Exists_exists. exists m. split; [eapply read_legal; eauto|]. inversion A; auto.
      * destruct (holds R a v p r) eqn:E; [|discriminate]. left. eapply holds_sound; eauto.
    + destruct (moves R p) as [|m0 l]; [discriminate|]. injection M as <- <-. right. split; [discriminate|exact A].
Qed.

Lemma settled_forces : forall found p, reward R p = None -> settled found p ->
  (forall q, In q found -> reward R q = None -> exists n, forces R a v n q) ->
  exists n, forces R a v n p.
Proof.
  intros found p E S K.
  assert (Q : forall m, answered found p m -> exists n, forces R a v n (after R p m)).
  { intros m A. unfold answered in A. destruct (reward R (after R p m)) as [r|] eqn:W.
    - exists O. simpl. rewrite W. exact A.
    - pose proof (reduce_alike R (after R p m)) as L.
      destruct (K _ A) as (n & F). { rewrite <- (alike_reward R _ _ L). exact W. }
      exists n. apply (forces_alike _ _ _ _ L). exact F. }
  destruct S as [F|S]; [exact F|].
  destruct (same (to_move R p) a) eqn:Turn.
  - rewrite Exists_exists in S. destruct S as (m & I & A). destruct (Q m A) as (n & F).
    exists (Datatypes.S n). simpl. rewrite E, Turn. rewrite Exists_exists. eauto.
  - destruct S as [NE A]. destruct (forces_all R a v p (moves R p)) as (n & F).
    { eapply Forall_impl; [exact Q|exact A]. }
    exists (Datatypes.S n). simpl. rewrite E, Turn. auto.
Qed.

(** *** The theorem for plays that end *)
Theorem accepted : forall plies ps answers, check plies ps answers = true ->
  forall p, In p ps -> reward R p = None -> exists n, forces R a v n p.
Proof.
  induction plies as [|plies IH]; intros ps answers C p I E.
  - destruct ps; [contradiction|]. simpl in C. destruct answers; discriminate.
  - destruct ps as [|p0 ps]; [contradiction|]. cbn [check] in C.
    assert (C' : match play_all (p0 :: ps) answers [] with
                 | None => false
                 | Some (next, rest) => check plies (sorted next) rest
                 end = true) by (destruct answers; exact C). clear C.
    destruct (play_all (p0 :: ps) answers []) as [[next rest]|] eqn:P; [|discriminate].
    destruct (play_all_settles _ _ _ _ _ P) as [_ S]. rewrite Forall_forall in S.
    apply (settled_forces next p E (S p I)). intros q J W. eapply IH; eauto. apply in_sorted. exact J.
Qed.

(** *** The theorem for plays that need not end *)
Lemma in_without : forall xs ys kept p,
  In p xs \/ In p kept -> In p (without xs ys kept) \/ In p ys.
Proof.
  induction xs as [|x xs IHx]; induction ys as [|y ys IHy]; intros kept p H; simpl;
    rewrite ?rev_append_rev, ?app_nil_r, ?in_app_iff, <- ?in_rev; simpl in *; try tauto.
  destruct (compare R x y) eqn:C.
  - apply compare_eq in C. subst. specialize (IHx (y :: ys) kept p). simpl in IHx. tauto.
  - specialize (IHx (y :: ys) (x :: kept) p). simpl in IHx. tauto.
  - specialize (IHy kept p). simpl in IHy. tauto.
Qed.

(** The positions that the checker has seen in the end: what it has checked of each of them stays within them. *)
Lemma check_endless_closed : forall plies earlier ps answers, check_endless plies earlier ps answers = true ->
  Forall (settled (earlier ++ ps)) earlier ->
  exists all, (forall p, In p (earlier ++ ps) -> In p all) /\ Forall (settled all) all.
Proof.
  induction plies as [|plies IH]; intros earlier ps answers C S.
  - destruct ps as [|p ps]; [|simpl in C; destruct answers; discriminate].
    rewrite app_nil_r in *. exists earlier. auto.
  - destruct ps as [|p0 ps].
    + rewrite app_nil_r in *. exists earlier. auto.
    + cbn [check_endless] in C.
      assert (C' : match play_all (p0 :: ps) answers [] with
                   | None => false
                   | Some (next, rest) =>
                       let known := rev_append (merge true earlier (p0 :: ps) []) [] in
                       check_endless plies known (without (sorted next) known []) rest
                   end = true) by (destruct answers; exact C). clear C.
      destruct (play_all (p0 :: ps) answers []) as [[next rest]|] eqn:P; [|discriminate].
      cbv zeta in C'. remember (rev_append (merge true earlier (p0 :: ps) []) []) as known eqn:K.
      assert (Known : forall q, In q (earlier ++ p0 :: ps) -> In q known).
      { intros q I. subst known. rewrite rev_append_rev, app_nil_r, <- in_rev. apply in_merge.
        apply in_app_iff in I. tauto. }
      assert (Kept : forall q, In q next -> In q (known ++ without (sorted next) known [])).
      { intros q I. apply in_app_iff. destruct (in_without (sorted next) known [] q) as [J|J]; auto.
        left. apply in_sorted. exact I. }
      assert (Only : forall q, In q known -> In q earlier \/ In q (p0 :: ps)).
      { intros q I. subst known. rewrite rev_append_rev, app_nil_r, <- in_rev in I. apply merge_only in I. destruct I as [J|[J|[]]]; auto. }
      destruct (IH _ _ _ C') as (all & Sub & Cl).
      * rewrite Forall_forall in *. intros q I. destruct (Only q I) as [J|J].
        -- apply (settled_more (earlier ++ p0 :: ps)); [|auto]. intros r L. apply in_app_iff. left. auto.
        -- destruct (play_all_settles _ _ _ _ _ P) as [_ F]. rewrite Forall_forall in F.
           apply (settled_more next); auto.
      * exists all. split; [|exact Cl]. intros q I. apply Sub. apply in_app_iff. left. auto.
Qed.

Lemma keeps_all : forall all, Forall (settled all) all ->
  keeps R a v (fun p => (exists n, forces R a v n p) \/ (reward R p = None /\ exists q, In q all /\ alike R p q)).
Proof.
  intros all S p [(n & F)|(E & q & I & A)].
  - destruct n as [|n]; simpl in F; destruct (reward R p); try contradiction; auto.
    destruct (same (to_move R p) a).
    + rewrite Exists_exists in *. destruct F as (m & I & F). exists m. eauto.
    + destruct F as [NE F]. split; auto. rewrite Forall_forall in *. eauto.
  - rewrite E. rewrite Forall_forall in S. specialize (S q I).
    assert (Q : forall m n, answered all q n -> alike R (after R p m) (after R q n) ->
      (exists k, forces R a v k (after R p m)) \/
      (reward R (after R p m) = None /\ exists r, In r all /\ alike R (after R p m) r)).
    { intros m n H B. unfold answered in H. rewrite <- (alike_reward R _ _ B) in H.
      destruct (reward R (after R p m)) as [r|] eqn:W.
      - left. exists O. simpl. rewrite W. exact H.
      - right. split; auto. exists (reduce R (after R q n)). split; [exact H|].
        eapply alike_trans; [exact B|apply reduce_alike]. }
    destruct S as [(n & F)|S].
    + apply (forces_alike _ _ _ _ A) in F. destruct n as [|n]; simpl in F; rewrite E in F; [contradiction|].
      destruct (same (to_move R p) a).
      * rewrite Exists_exists in *. destruct F as (m & J & F). exists m. eauto.
      * destruct F as [NE F]. split; auto. rewrite Forall_forall in *. eauto.
    + rewrite (alike_to_move R _ _ A). destruct (same (to_move R q) a).
      * rewrite Exists_exists in *. destruct S as (n & J & H).
        destruct (alike_move R _ _ _ A J) as (m & L & B). exists m. split; [exact L|]. eapply Q; eauto.
      * destruct S as [NE S]. split.
        -- intro Z. destruct (moves R q) as [|m ms] eqn:M; [auto|].
           destruct (alike_move R p q m A) as (m' & J & _); [rewrite M; left; reflexivity|]. rewrite Z in J. contradiction.
        -- rewrite Forall_forall in *. intros m J. destruct (alike_back R _ _ _ A J) as (n & L & B). eapply Q; eauto.
Qed.

(** *** What is claimed *)
Definition verify (may_be_endless : bool) (plies : nat) (start : position R) (answers : list answer) : bool :=
  match reward R start with
  | Some _ => false
  | None =>
      if may_be_endless then (v <=? gain a (endless R)) && check_endless plies [] [reduce R start] answers
      else check plies [reduce R start] answers
  end.

Theorem verified : forall may_be_endless plies start answers,
  verify may_be_endless plies start answers = true -> gets_at_least R a v start.
Proof.
  intros e plies start answers V. unfold verify in V. destruct (reward R start) as [r|] eqn:E; [discriminate|].
  pose proof (reduce_alike R start) as A.
  assert (E' : reward R (reduce R start) = None) by (rewrite <- (alike_reward R _ _ A); exact E).
  destruct e.
  - apply andb_true_iff in V. destruct V as [L C]. right. split; [lia|].
    destruct (check_endless_closed _ _ _ _ C) as (all & Sub & Cl); [constructor|].
    eexists. split; [|apply (keeps_all _ Cl)]. right. split; [exact E|].
    exists (reduce R start). split; [apply Sub; left; reflexivity|exact A].
  - left. destruct (accepted _ _ _ V (reduce R start)) as (n & F); [left; reflexivity|exact E'|].
    exists n. apply (forces_alike _ _ _ _ A). exact F.
Qed.

End Checker.
