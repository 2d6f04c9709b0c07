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

  (** How the positions of a layer are sorted. Any function will do, if only equal positions compare equal. *)
  compare : position plays -> position plays -> comparison;
  compare_eq : forall p q, compare p q = Eq -> p = q;

  (** Positions that are alike have the same end, if any, the same player to move, and moves to positions that are alike.
      [reduce p] is alike to [p], and is used in place of it. *)
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

(** What a certificate says, one position after the other. It is read only as far as it is needed. *)
CoInductive script (code reason : Type) := Done | Next (first : answer code reason) (others : script code reason).
Arguments Done {code reason}.
Arguments Next {code reason}.

(** The verdict. [OverLimit]: there are more positions or layers than the certificate says. *)
Inductive verdict := Accepted | Rejected | OverLimit.

Section Checker.
Variable R : rules.
Variable a : player.
Variable v : Z.

(** Whether a reason is accepted. A reason does not say how long play lasts, so it is not accepted for a win within a number of
    plies. *)
Variable reasons : bool.

Notation script := (script (code R) (reason R)).
Notation layer := (list (position R)).

(** The moves that are played in a position, and the answers that are left; [None] if the certificate is wrong. *)
Definition moves_to_play (p : position R) (answers : script) : option (list (move R) * script) :=
  if same (to_move R p) a then
    match answers with
    | Next (Play c) rest => match read_move R p c with Some m => Some ([m], rest) | None => None end
    | Next (Because r) rest => if reasons && holds R a v p r then Some ([], rest) else None
    | Done => None
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

(** ** Sorting a layer, without repetitions

    Lists are merged in pairs. Each merge reverses the order, so that it can be tail-recursive. *)
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

(** ** A layer

    After every [run_size] positions, the positions found so far are sorted, and repetitions are dropped; at the end these
    sorted runs are merged. So positions that are found often do not take much memory. *)
Definition run_size : nat := Nat.pow 2 14.
Opaque run_size. (* for the proofs, it is any number *)

Fixpoint play_all (ps : layer) (answers : script) (found : layer) (room : nat) (runs : list layer)
  : option (list layer * script) :=
  match ps with
  | [] => Some (sorted found :: runs, answers)
  | p :: others =>
      match moves_to_play p answers with
      | None => None
      | Some (ms, rest) =>
          match play p ms found with
          | None => None
          | Some found =>
              match room with
              | O => play_all others rest [] run_size (sorted found :: runs)
              | S room => play_all others rest found room runs
              end
          end
      end
  end.

(** The next layer, and the answers that are left. *)
Definition play_layer (ps : layer) (answers : script) : option (layer * script) :=
  match play_all ps answers [] run_size [] with
  | Some (runs, rest) => Some (merge_all 64 true runs, rest)
  | None => None
  end.

(** How many positions of a layer need an answer. *)
Definition to_answer (ps : layer) : Z :=
  fold_left (fun n p => if same (to_move R p) a then Z.succ n else n) ps 0.

Definition used_up (answers : script) : verdict := match answers with Done => Accepted | Next _ _ => Rejected end.

(** ** Plays that end

    [check within layers positions ps answers]: the answers show that [a] gets at least [v] from each position of the layer
    [ps]. With [within], only so many plies are played; if [v] is positive, every play must then be over. *)
Fixpoint check (within : option nat) (layers : nat) (positions : Z) (ps : layer) (answers : script) : verdict :=
  match ps, within, layers with
  | [], _, _ => used_up answers
  | _, Some O, _ => if 0 <? v then Rejected else used_up answers
  | _, _, O => OverLimit
  | _, _, S layers =>
      let positions := positions - to_answer ps in
      if positions <? 0 then OverLimit
      else
        match play_layer ps answers with
        | None => Rejected
        | Some (next, rest) => check (option_map pred within) layers positions next rest
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

Fixpoint check_endless (layers : nat) (positions : Z) (earlier ps : layer) (answers : script) : verdict :=
  match ps, layers with
  | [], _ => used_up answers
  | _, O => OverLimit
  | _, S layers =>
      let positions := positions - to_answer ps in
      if positions <? 0 then OverLimit
      else
        match play_layer ps answers with
        | None => Rejected
        | Some (next, rest) =>
            let known := rev_append (merge true earlier ps []) [] in
            check_endless layers positions known (without next known []) rest
        end
  end.

(** * What the checkers accept is true *)

(** What can be got from a position can be got from those that are alike. *)
Lemma plays_so_alike : forall (U : Prop) w n p q, alike R p q -> plays_so U R a w n p <-> plays_so U R a w n q.
Proof.
  intros U w; induction n as [|n IH]; intros p q A; simpl; rewrite (alike_reward R _ _ A); [tauto|].
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

Lemma plays_so_implied : forall (U U' : Prop) n p, (U -> U') -> plays_so U R a v n p -> plays_so U' R a v n p.
Proof.
  intros U U'; induction n as [|n IH]; intros p T H; simpl in *; destruct (reward R p); auto.
  destruct (same (to_move R p) a).
  - rewrite Exists_exists in *. destruct H as (m & I & F). eauto.
  - destruct H as [NE F]. split; auto. rewrite Forall_forall in *. auto.
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
  (reasons = true /\ exists n, forces R a v n p) \/
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

Definition among (runs : list layer) (p : position R) : Prop := exists l, In l runs /\ In p l.

Lemma moves_to_play_settles : forall p answers ms rest all, moves_to_play p answers = Some (ms, rest) ->
  Forall (answered all p) ms -> settled all p.
Proof.
  intros p answers ms rest all M A. unfold moves_to_play in M. unfold settled. destruct (same (to_move R p) a).
  - destruct answers as [|[c|r] others]; [discriminate| |].
    + destruct (read_move R p c) as [m|] eqn:E; [|discriminate]. injection M as <- <-.
      right. apply Exists_exists. exists m. split; [eapply read_legal; eauto|]. inversion A; auto.
    + destruct (reasons && holds R a v p r) eqn:E; [|discriminate]. apply andb_true_iff in E. destruct E as [-> E].
      left. split; [reflexivity|]. eapply holds_sound; eauto.
  - destruct (moves R p) as [|m0 l]; [discriminate|]. injection M as <- <-. right. split; [discriminate|exact A].
Qed.

Lemma play_all_settles : forall ps answers found room runs last rest all,
  play_all ps answers found room runs = Some (last, rest) -> (forall q, among last q -> In q all) ->
  (forall q, In q found \/ among runs q -> among last q) /\ Forall (settled all) ps.
Proof.
  induction ps as [|p ps IH]; intros answers found room runs last rest all H S; simpl in H.
  - injection H as <- _. split; [|constructor]. intros q [I|(l & J & I)].
    + exists (sorted found). split; [left; reflexivity|]. apply in_sorted. exact I.
    + exists l. split; [right; exact J|exact I].
  - destruct (moves_to_play p answers) as [[ms left]|] eqn:M; [|discriminate].
    destruct (play p ms found) as [more|] eqn:P; [|discriminate].
    destruct (play_answers _ _ _ _ P) as [T A].
    assert (K : (forall q, In q more \/ among runs q -> among last q) /\ Forall (settled all) ps).
    { destruct room as [|room].
      - destruct (IH _ _ _ _ _ _ _ H S) as [K F]. split; [|exact F]. intros q [I|(l & J & I)]; apply K; right.
        + exists (sorted more). split; [left; reflexivity|]. apply in_sorted. exact I.
        + exists l. split; [right; exact J|exact I].
      - exact (IH _ _ _ _ _ _ _ H S). }
    destruct K as [K F]. split.
    + intros q [I|I]; apply K; auto.
    + constructor; [|exact F]. apply (moves_to_play_settles _ _ _ _ _ M). rewrite Forall_forall in *. intros m I.
      specialize (A m I). unfold answered in *. destruct (reward R (after R p m)); auto.
Qed.

Lemma play_layer_settles : forall ps answers next rest, play_layer ps answers = Some (next, rest) ->
  Forall (settled next) ps.
Proof.
  intros ps answers next rest. unfold play_layer. generalize 64%nat. intros passes H.
  destruct (play_all ps answers [] run_size []) as [[runs left]|] eqn:P; [|discriminate]. injection H as <- <-.
  eapply play_all_settles; [exact P|]. intros q I. apply in_merge_all. exact I.
Qed.

(** One ply: if [reached] holds of the positions of the next layer, [wanted] holds of this one. *)
Lemma settled_step : forall (reached wanted : position R -> Prop) found p,
  (forall q r, reward R q = Some r -> v <= gain a r -> reached q) ->
  (forall q s, alike R q s -> reached s -> reached q) ->
  (reasons = true -> (exists n, forces R a v n p) -> wanted p) ->
  (same (to_move R p) a = true -> Exists (fun m => reached (after R p m)) (moves R p) -> wanted p) ->
  (same (to_move R p) a = false -> moves R p <> [] -> Forall (fun m => reached (after R p m)) (moves R p) -> wanted p) ->
  (forall q, In q found -> reward R q = None -> reached q) ->
  settled found p -> wanted p.
Proof.
  intros reached wanted found p Ends Alike Reason Own Others Found [[T F]|S]; [auto|].
  assert (Q : forall m, answered found p m -> reached (after R p m)).
  { intros m A. unfold answered in A. destruct (reward R (after R p m)) as [r|] eqn:W; [eapply Ends; eauto|].
    pose proof (reduce_alike R (after R p m)) as L. apply (Alike _ _ L). apply Found; [exact A|].
    rewrite <- (alike_reward R _ _ L). exact W. }
  destruct (same (to_move R p) a) eqn:Turn.
  - apply Own; [reflexivity|]. rewrite Exists_exists in *. destruct S as (m & I & A). eauto.
  - destruct S as [NE A]. apply Others; auto. eapply Forall_impl; [exact Q|exact A].
Qed.

(** *** The theorem for plays that end *)
Theorem accepted : forall layers positions ps answers, check None layers positions ps answers = Accepted ->
  forall p, In p ps -> reward R p = None -> exists n, forces R a v n p.
Proof.
  induction layers as [|layers IH]; intros positions ps answers C p I E;
    (destruct ps as [|p0 ps]; [contradiction|]; cbn [check] in C); [discriminate|].
  destruct (positions - to_answer (p0 :: ps) <? 0); [discriminate|].
  destruct (play_layer (p0 :: ps) answers) as [[next rest]|] eqn:P; [|discriminate].
  pose proof (play_layer_settles _ _ _ _ P) as S. rewrite Forall_forall in S.
  apply (settled_step (fun q => exists k, forces R a v k q) (fun q => exists k, forces R a v k q) next p); auto.
  - intros q r W L. exists O. simpl. rewrite W. exact L.
  - intros q s A (k & F). exists k. apply (plays_so_alike _ _ _ _ _ A). exact F.
  - intros Turn X. rewrite Exists_exists in X. destruct X as (m & J & k & F). exists (Datatypes.S k). simpl.
    rewrite E, Turn. rewrite Exists_exists. eauto.
  - intros Turn NE X. destruct (forces_all R a v p (moves R p) X) as (k & F). exists (Datatypes.S k). simpl.
    rewrite E, Turn. auto.
  - intros q J W. eapply IH; eauto.
Qed.

(** With a number of plies. *)
Lemma forces_holds_out : forall n k p, forces R a v n p -> holds_out R a v k p.
Proof.
  induction n as [|n IH]; intros k p F; simpl in F; destruct k; simpl; destruct (reward R p); auto; try contradiction.
  destruct (same (to_move R p) a).
  - rewrite Exists_exists in *. destruct F as (m & I & F). eauto.
  - destruct F as [NE F]. split; auto. rewrite Forall_forall in *. auto.
Qed.

Theorem accepted_within : forall layers d positions ps answers, check (Some d) layers positions ps answers = Accepted ->
  (0 < v -> reasons = false) ->
  forall p, In p ps -> reward R p = None -> if 0 <? v then forces R a v d p else holds_out R a v d p.
Proof.
  assert (Step : forall (U : Prop) d next p, (reasons = true -> U) -> reward R p = None -> settled next p ->
    (forall q, In q next -> reward R q = None -> plays_so U R a v d q) -> plays_so U R a v (S d) p).
  { intros U d next p Re E S K. apply (settled_step (plays_so U R a v d) (plays_so U R a v (Datatypes.S d)) next p); auto.
    - intros q r W L. destruct d; simpl; rewrite W; exact L.
    - intros q s A F. apply (plays_so_alike _ _ _ _ _ A). exact F.
    - intros T (k & F). specialize (Re T). apply (plays_so_implied True); [tauto|]. eapply forces_holds_out. exact F.
    - intros Turn X. simpl. rewrite E, Turn. exact X.
    - intros Turn NE X. simpl. rewrite E, Turn. auto. }
  induction layers as [|layers IH]; intros d positions ps answers C N p I E;
    (destruct ps as [|p0 ps]; [contradiction|]).
  - destruct d; cbn [check] in C; [|discriminate]. destruct (0 <? v); [discriminate|]. simpl. rewrite E. exact Logic.I.
  - destruct d as [|d]; cbn [check] in C.
    { destruct (0 <? v); [discriminate|]. simpl. rewrite E. exact Logic.I. }
    destruct (positions - to_answer (p0 :: ps) <? 0); [discriminate|].
    destruct (play_layer (p0 :: ps) answers) as [[next rest]|] eqn:P; [|discriminate].
    pose proof (play_layer_settles _ _ _ _ P) as S. rewrite Forall_forall in S. specialize (S p I).
    specialize (IH d _ _ _ C N). destruct (0 <? v) eqn:V.
    + apply (Step False d next p); auto. rewrite N by lia. discriminate.
    + apply (Step True d next p); auto.
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
Lemma check_endless_closed : forall layers positions earlier ps answers,
  check_endless layers positions earlier ps answers = Accepted ->
  Forall (settled (earlier ++ ps)) earlier ->
  exists all, (forall p, In p (earlier ++ ps) -> In p all) /\ Forall (settled all) all.
Proof.
  induction layers as [|layers IH]; intros positions earlier ps answers C S;
    (destruct ps as [|p0 ps]; [rewrite app_nil_r in *; exists earlier; auto|]; cbn [check_endless] in C); [discriminate|].
  destruct (positions - to_answer (p0 :: ps) <? 0); [discriminate|].
  destruct (play_layer (p0 :: ps) answers) as [[next rest]|] eqn:P; [|discriminate].
  remember (rev_append (merge true earlier (p0 :: ps) []) []) as known eqn:K.
  assert (Known : forall q, In q (earlier ++ p0 :: ps) -> In q known).
  { intros q I. subst known. rewrite rev_append_rev, app_nil_r, <- in_rev. apply in_merge. apply in_app_iff in I. tauto. }
  assert (Kept : forall q, In q next -> In q (known ++ without next known [])).
  { intros q I. apply in_app_iff. destruct (in_without next known [] q) as [J|J]; auto. }
  assert (Only : forall q, In q known -> In q earlier \/ In q (p0 :: ps)).
  { intros q I. subst known. rewrite rev_append_rev, app_nil_r, <- in_rev in I. apply merge_only in I.
    destruct I as [J|[J|[]]]; auto. }
  destruct (IH _ _ _ _ C) as (all & Sub & Cl).
  - rewrite Forall_forall in *. intros q I. destruct (Only q I) as [J|J].
    + apply (settled_more (earlier ++ p0 :: ps)); [|auto]. intros r L. apply in_app_iff. left. auto.
    + pose proof (play_layer_settles _ _ _ _ P) as F. rewrite Forall_forall in F. apply (settled_more next); auto.
  - exists all. split; [|exact Cl]. intros q I. apply Sub. apply in_app_iff. left. auto.
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
    destruct S as [[_ (n & F)]|S].
    + apply (plays_so_alike _ _ _ _ _ A) in F. destruct n as [|n]; simpl in F; rewrite E in F; [contradiction|].
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

End Checker.

(** ** The checker, and the theorem about it *)
Definition verify (R : rules) (a : player) (v : Z) (within : option nat) (may_be_endless : bool) (layers : nat) (positions : Z)
    (start : position R) (answers : script (code R) (reason R)) : verdict :=
  match reward R start with
  | Some _ => Rejected
  | None =>
      let first := [reduce R start] in
      if may_be_endless then
        match within with
        | Some _ => Rejected
        | None =>
            if v <=? gain a (endless R) then check_endless R a v true layers positions [] first answers else Rejected
        end
      else
        let reasons := match within with None => true | Some _ => v <=? 0 end in
        check R a v reasons within layers positions first answers
  end.

Theorem verified : forall R a v within may_be_endless layers positions start answers,
  verify R a v within may_be_endless layers positions start answers = Accepted -> claim R a v within start.
Proof.
  intros R a v within e layers positions start answers V. unfold verify in V.
  destruct (reward R start) as [r|] eqn:E; [discriminate|].
  pose proof (reduce_alike R start) as A.
  assert (E' : reward R (reduce R start) = None) by (rewrite <- (alike_reward R _ _ A); exact E).
  destruct e.
  - destruct within; [discriminate|]. destruct (v <=? gain a (endless R)) eqn:L; [|discriminate]. right. split; [lia|].
    destruct (check_endless_closed _ _ _ _ _ _ _ _ _ V) as (all & Sub & Cl); [constructor|].
    eexists. split; [|apply (keeps_all _ _ _ _ _ Cl)]. right. split; [exact E|].
    exists (reduce R start). split; [apply Sub; left; reflexivity|exact A].
  - destruct within as [d|].
    + simpl. pose proof (accepted_within _ _ _ _ _ _ _ _ _ V) as F.
      assert (N : 0 < v -> (v <=? 0) = false) by (intros; lia).
      specialize (F N (reduce R start) (or_introl eq_refl) E').
      destruct (0 <? v); apply (plays_so_alike _ _ _ _ _ _ _ A); exact F.
    + left. destruct (accepted _ _ _ _ _ _ _ _ V (reduce R start) (or_introl eq_refl) E') as (n & F).
      exists n. apply (plays_so_alike _ _ _ _ _ _ _ A). exact F.
Qed.
