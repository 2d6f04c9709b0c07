(* Reads a game, a claim and the bytes of a strategy, and asks the proved checker. What is here is not proved: it says which
   game is meant, and prints it. *)
open Extracted

let fail text = print_endline ("MALFORMED: " ^ text); exit 2

let rec nat_of n = if n <= 0 then O else S (nat_of (n - 1))

let rec positive_of n = if n = 1 then XH else if n land 1 = 1 then XI (positive_of (n lsr 1)) else XO (positive_of (n lsr 1))

let z_of n = if n = 0 then Z0 else if n > 0 then Zpos (positive_of n) else Zneg (positive_of (-n))

(* The path of a cell in a balanced tree, in which the cells are from left to right in their order. *)
let rec path low high i =
  let middle = (low + high) / 2 in
  if i = middle then [] else if i < middle then false :: path low (middle - 1) i else true :: path (middle + 1) high i

let rec picture_of low high image =
  if low > high then Blank
  else
    let middle = (low + high) / 2 in
    Spot (picture_of low (middle - 1) image, image middle, picture_of (middle + 1) high image)

let () = set_binary_mode_in stdin true

let () =
  let words = String.split_on_char ' ' (input_line stdin) in
  match words with
  | "mnk" :: w :: h :: k :: gravity :: player :: v :: symmetry :: start ->
      let w, h, k, v = (int_of_string w, int_of_string h, int_of_string k, int_of_string v) in
      let gravity = gravity = "1" and symmetry = symmetry = "1" in
      let size = w * h in
      let cells = Array.init size (path 0 (size - 1)) in
      let lines = ref [] in
      for y = 0 to h - 1 do
        for x = 0 to w - 1 do
          List.iter
            (fun (dx, dy) ->
              let ex = x + ((k - 1) * dx) and ey = y + ((k - 1) * dy) in
              if 0 <= ex && ex < w && 0 <= ey && ey < h then
                lines := List.init k (fun i -> cells.(((y + (i * dy)) * w) + x + (i * dx))) :: !lines)
            (if k = 1 then [ (1, 0) ] else [ (1, 0); (0, 1); (1, 1); (-1, 1) ])
        done
      done;
      let under = Hashtbl.create 97 in
      if gravity then for i = w to size - 1 do Hashtbl.add under cells.(i) cells.(i - w) done;
      let layout =
        { cells = Array.to_list cells; lines = !lines; rests_on = (fun c -> Hashtbl.find_opt under c); misere = false } in
      let maps = [ (fun (x, y) -> (x, y)); (fun (x, y) -> (w - 1 - x, y)) ] in
      let maps = if gravity then maps else maps @ List.map (fun f (x, y) -> let a, b = f (x, y) in (a, h - 1 - b)) maps in
      let maps = if gravity || w <> h then maps else maps @ List.map (fun f (x, y) -> let a, b = f (x, y) in (b, a)) maps in
      let image f i = let x, y = f (i mod w, i / w) in (y * w) + x in
      let pair f =
        let inverse = Array.make size 0 in
        for i = 0 to size - 1 do inverse.(image f i) <- i done;
        (picture_of 0 (size - 1) (fun i -> cells.(image f i)), picture_of 0 (size - 1) (fun i -> cells.(inverse.(i)))) in
      let given = if symmetry then List.map pair (List.tl maps) else [] in (* the first leaves all as it is *)
      let who = if player = "0" then First else Second in
      let smaller x y = compare_boards who x y = Lt in
      let at = Array.map (fun c -> Play (At c)) cells in
      let bytes = (let buffer = Buffer.create 65536 in (try while true do Buffer.add_channel buffer stdin 1 done with End_of_file -> ()); Buffer.contents buffer) in
      let n = String.length bytes in
      let answers = ref [] and i = ref 0 in
      let starts = Array.make (n + 1) 0 and count = ref 0 in
      while !i < n do
        starts.(!count) <- !i; incr count;
        if bytes.[!i] = '\255' then i := !i + 2 + (2 * (if !i + 1 < n then Char.code bytes.[!i + 1] else 0)) else incr i
      done;
      let cell j = if j < n then let c = Char.code bytes.[j] in if c < size then cells.(c) else fail "a cell" else fail "short" in
      for a = !count - 1 downto 0 do
        let j = starts.(a) in
        let answer =
          if bytes.[j] = '\255' then
            let m = Char.code bytes.[j + 1] in
            Because (Pairs (List.init m (fun p -> (cell (j + 2 + (2 * p)), cell (j + 3 + (2 * p))))))
          else let c = Char.code bytes.[j] in if c < size then at.(c) else fail "an illegal move" in
        answers := answer :: !answers
      done;
      let moves = List.map (fun s -> cells.(int_of_string s)) (List.filter (( <> ) "") start) in
      (match after_moves layout empty_board moves with
      | None -> fail "an illegal start"
      | Some place ->
          (* a full tree of empty cells, so that boards have one shape *)
          let full = { place with stones = (let rec fill low high b = if low > high then Nowhere else
              let middle = (low + high) / 2 in
              let l, m, r = (match b with Nowhere -> (Nowhere, Empty, Nowhere) | Node (l, m, r) -> (l, m, r)) in
              Node (fill low (middle - 1) l, m, fill (middle + 1) high r) in fill 0 (size - 1) place.stones) } in
          let t = Unix.gettimeofday () in
          let ok = verify_lines layout smaller given who (z_of v) (nat_of (size + 1)) full !answers in
          Printf.printf "%s %.2f s, %d answers\n" (if ok then "VERIFIED" else "REJECTED") (Unix.gettimeofday () -. t) !count)
  | _ -> fail "the game is not known"
