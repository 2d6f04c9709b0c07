(* Reads a game, a claim and the bytes of a strategy from the standard input, and asks the proved checker. What is here is not
   proved: it makes the layout of the game that is named, and decodes the bytes. It prints the game, the start and the claim.

   The first line: the rules (mnk, lines or boxes), the shape (5x4), k, the axis of gravity or -, 1 if misere, "claim" PLAYER VALUE, "symmetry" 0 or 1, "start" and the moves; all words are
   separated by blanks. Then the bytes. *)
open Extracted

exception Bad of string

(* --- numbers, as the checker has them --- *)
let rec nat_of n = if n <= 0 then O else S (nat_of (n - 1))

let rec positive_of n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive_of (n lsr 1)) else XO (positive_of (n lsr 1))

let z_of n = if n = 0 then Z0 else if n > 0 then Zpos (positive_of n) else Zneg (positive_of (-n))

(* --- games --- *)
type rules = {
  size : int;
  lines : int list list;
  under : int -> int option;  (* the cell below *)
  misere : bool;
  maps : int array list;  (* symmetries: where the stone of each cell comes from *)
  order : int list;  (* the cells, in the order of moves *)
  ranks : int list;  (* the cells, the one that counts least in the order of positions first *)
  first : player -> player;  (* whose stones count most in that order *)
  cell_by_cell : bool;  (* the least of the images is the least cell by cell, and not in the order of positions *)
  indexed : bool;  (* a move is its number among the moves, and not its cell *)
  lemmas : bool;
}

let range a b = List.init (max 0 (b - a)) (fun i -> a + i)

(* k in a row by the rules of checker.py; cell y * w + x. *)
let mnk w h k gravity =
  let lines = ref [] in
  List.iter
    (fun (dx, dy) ->
      for y = 0 to h - 1 do
        for x = 0 to w - 1 do
          let ex = x + ((k - 1) * dx) and ey = y + ((k - 1) * dy) in
          if 0 <= ex && ex < w && 0 <= ey && ey < h then
            lines := List.init k (fun i -> ((y + (i * dy)) * w) + x + (i * dx)) :: !lines
        done
      done)
    [ (1, 0); (0, 1); (1, 1); (-1, 1) ];
  let map f = Array.init (w * h) (fun i -> let x, y = f (i mod w, i / w) in (y * w) + x) in
  let maps = [ (fun (x, y) -> (x, y)); (fun (x, y) -> (w - 1 - x, y)) ] in
  let maps = if gravity then maps else maps @ List.map (fun f (x, y) -> f (x, h - 1 - y)) maps in
  let maps = if gravity || w <> h then maps else maps @ List.map (fun f (x, y) -> f (y, x)) maps in
  {
    size = w * h; lines = !lines; misere = false; maps = List.map map maps;
    under = (fun i -> if gravity && i >= w then Some (i - w) else None);
    order = range 0 (w * h); ranks = range 0 (w * h); first = (fun who -> who); cell_by_cell = false; indexed = false;
    lemmas = not gravity;
  }

let rec product = function [] -> [ [] ] | l :: others -> List.concat_map (fun x -> List.map (List.cons x) (product others)) l

let rec permutations = function
  | [] -> [ [] ]
  | l -> List.concat_map (fun x -> List.map (List.cons x) (permutations (List.filter (( <> ) x) l))) l

(* k in a row on a box, by the rules modules: cells in the order of the shape, the last axis fastest. With [gravity], an axis
   along which stones fall towards its first cell, a move is a column. *)
let box shape k gravity misere lemmas =
  let axes = range 0 (List.length shape) in
  let points = Array.of_list (product (List.map (range 0) shape)) in
  let size = Array.length points in
  let numbers = Hashtbl.create size in
  Array.iteri (fun i p -> Hashtbl.add numbers p i) points;
  let lines = Hashtbl.create 1024 in
  List.iter
    (fun way ->
      if List.exists (( <> ) 0) way then
        Array.iter
          (fun p ->
            let run = List.init k (fun i -> Hashtbl.find_opt numbers (List.map2 (fun x d -> x + (i * d)) p way)) in
            if List.for_all Option.is_some run then Hashtbl.replace lines (List.sort compare (List.map Option.get run)) ())
          points)
    (product (List.map (fun _ -> [ -1; 0; 1 ]) axes));
  let few = List.length shape < 5 in
  let orders = if few then permutations axes else [ axes ] in
  let fits order =
    List.map (List.nth shape) order = shape && match gravity with None -> true | Some down -> List.nth order down = down in
  let ends = List.map2 (fun axis length -> if gravity = Some axis then [ 0 ] else List.sort_uniq compare [ 0; length - 1 ]) axes shape in
  let even =
    if lemmas && few && List.length shape > 1 && List.for_all (( = ) k) shape && k < 6 then
      List.filter
        (fun o -> List.for_all (fun x -> List.nth o x + List.nth o (k - 1 - x) = k - 1) (range 0 k))
        (permutations (range 0 k))
    else [ range 0 (List.fold_left max 1 shape) ] in
  let maps =
    List.concat_map
      (fun order ->
        List.concat_map
          (fun turn ->
            List.map
              (fun layer ->
                Array.map
                  (fun p ->
                    let moved = List.map2 (fun last axis -> abs (last - List.nth p axis)) turn order in
                    Hashtbl.find numbers (List.map (List.nth layer) moved))
                  points)
              even)
          (product ends))
      (List.filter fits orders) in
  let under i =
    Option.bind gravity (fun down ->
        Hashtbl.find_opt numbers (List.mapi (fun axis x -> if axis = down then x - 1 else x) points.(i))) in
  (* the columns in the order of the shape, the cells of each from below *)
  let column i = List.filteri (fun axis _ -> gravity <> Some axis) points.(i) in
  let order = List.stable_sort (fun i j -> compare (column i) (column j)) (range 0 size) in
  let order = if gravity = None then range 0 size else order in
  (* a state has 63 cells an integer; the integer of the first cells counts most *)
  let chunks = List.rev (range 0 ((size + 62) / 63)) in
  {
    size; lines = Hashtbl.fold (fun line () found -> line :: found) lines []; misere; maps = List.sort_uniq compare maps; under;
    order; ranks = List.concat_map (fun c -> range (63 * c) (min size (63 * (c + 1)))) chunks;
    first = (fun _ -> First); cell_by_cell = true; indexed = true; lemmas;
  }

(* --- the claim --- *)
(* The path of a cell in a balanced tree, in which the cells are from left to right in this order. *)
let rec path low high i =
  let middle = (low + high) / 2 in
  if i = middle then [] else if i < middle then false :: path low (middle - 1) i else true :: path (middle + 1) high i

let rec tree leaf node low high =
  if low > high then leaf
  else
    let middle = (low + high) / 2 in
    node (tree leaf node low (middle - 1)) middle (tree leaf node (middle + 1) high)

let check rules who v symmetry start bytes =
  let last = rules.size - 1 in
  let ranks = Array.of_list rules.ranks in
  let at = Array.make rules.size [] in
  Array.iteri (fun rank cell -> at.(cell) <- path 0 last rank) ranks;
  let cell n = if 0 <= n && n < rules.size then at.(n) else raise (Bad "a cell is not on the board") in
  let below = Hashtbl.create 512 in
  List.iter (fun i -> Option.iter (fun j -> Hashtbl.add below at.(i) at.(j)) (rules.under i)) rules.order;
  let layout =
    { cells = List.map cell rules.order; lines = List.map (List.map cell) rules.lines;
      rests_on = Hashtbl.find_opt below; misere = rules.misere } in
  let picture map = tree Blank (fun l rank r -> Spot (l, at.(map.(ranks.(rank))), r)) 0 last in
  let inverse map = let found = Array.make rules.size 0 in Array.iteri (fun i j -> found.(j) <- i) map; found in
  let identity = Array.init rules.size (fun i -> i) in
  let maps = if symmetry then List.filter (( <> ) identity) rules.maps else [] in
  let given = List.map (fun map -> (picture map, picture (inverse map))) maps in
  let first = rules.first who in
  let worth b i = match get b at.(i) with Empty -> 0 | Stone First -> 1 | Stone Second -> 2 in
  let rec least x y i = i < rules.size && (let a = worth x i and b = worth y i in a < b || (a = b && least x y (i + 1))) in
  let smaller = if rules.cell_by_cell then fun x y -> least x y 0 else fun x y -> compare_boards first x y = Lt in
  let byte j = if j < String.length bytes then Char.code bytes.[j] else raise (Bad "the stream ends within a lemma") in
  let moves = Array.init 255 (fun n -> Play (if rules.indexed then Nth (nat_of n) else if n < rules.size then At at.(n) else At [])) in
  let rec answers j found =
    if j >= String.length bytes then List.rev found
    else if bytes.[j] <> '\255' then
      if (not rules.indexed) && Char.code bytes.[j] >= rules.size then raise (Bad "a cell is not on the board")
      else answers (j + 1) (moves.(Char.code bytes.[j]) :: found)
    else answers_lemma j found
  and answers_lemma j found =
    let count = byte (j + 1) in
    let named = if rules.indexed then count else 2 * count in
    let cells = List.init named (fun i -> cell (byte (j + 2 + i))) in
    let rec pairs = function x :: y :: others -> (x, y) :: pairs others | _ -> [] in
    let reason =
      if List.length cells mod 2 = 0 then Pairs (pairs cells)
      else Threats (pairs cells, List.nth cells (List.length cells - 1)) in
    answers (j + 2 + named) (Because reason :: found) in
  let place =
    match after_moves layout empty_board (List.map cell start) with
    | Some place -> place
    | None -> raise (Bad "a move before the start is illegal") in
  (* all boards have the same shape: a cell for each, empty or not *)
  let stones = tree Nowhere (fun l rank r -> Node (l, get place.stones at.(ranks.(rank)), r)) 0 last in
  verify_lines layout first smaller given who (z_of v) (nat_of (rules.size + 1)) { place with stones } (answers 0 [])

let () =
  set_binary_mode_in stdin true;
  let buffer = Buffer.create 65536 in
  let words = String.split_on_char ' ' (input_line stdin) in
  (try while true do Buffer.add_channel buffer stdin 1 done with End_of_file -> ());
  try
    match words with
    | name :: shape :: k :: gravity :: misere :: "claim" :: player :: v :: "symmetry" :: symmetry :: "start" :: start ->
        let number = int_of_string in
        let shape = List.map number (String.split_on_char 'x' shape) in
        let rules =
          match (name, shape) with
          | "mnk", [ w; h ] -> mnk w h (number k) (gravity <> "-")
          | ("lines" | "boxes"), _ ->
              let falls = if gravity = "-" then None else Some (number gravity) in
              box shape (number k) falls (misere = "1") (name = "boxes")
          | _ -> raise (Bad "these rules are not known") in
        let who = if player = "0" then First else Second in
        let start = List.map number (List.filter (( <> ) "") start) in
        let verdict = check rules who (number v) (symmetry = "1") start (Buffer.contents buffer) in
        print_endline (if verdict then "VERIFIED" else "REJECTED");
        exit (if verdict then 0 else 1)
    | _ -> raise (Bad "these rules are not known")
  with
  | Bad reason -> print_endline ("MALFORMED: " ^ reason); exit 2
  | Failure reason -> print_endline ("MALFORMED: " ^ reason); exit 2
