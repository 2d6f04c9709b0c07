(* Reads a claim about a game, and the strategy that is to prove it, and asks the proved checker. What is here is not proved:
   it decodes the game and the strategy. It prints the parameters of the game, the start and the claim as it has read them, then
   the verdict.

   The standard input: a line of JSON, {"rules": "mnk-1", "format": 1, "game": {...}, "start": [...], "claim": {...},
   "symmetry": true, "positions": N, "layers": N}, the fields of the header, with a name in place of the digest of the rules; then
   the bytes of the stream, unpacked. The exit code: 0 if the claim is proved, 1 if it is not, 2 if the input is not valid,
   3 if the rules are not among those below. *)
open Extracted

exception Malformed of string
exception Unknown of string

let malformed reason = raise (Malformed reason)

(* --- JSON without fractions and without escapes in strings --- *)
type json = Null | Bool of bool | Int of int | String of string | List of json list | Object of (string * json) list

let parse text =
  let at = ref 0 in
  let peek () = if !at < String.length text then text.[!at] else '\000' in
  let next () = let c = peek () in incr at; c in
  let rec blank () = if peek () = ' ' then (incr at; blank ()) in
  let expect c = if next () <> c then malformed "the first line is not JSON" in
  let word w value = String.iter expect w; value in
  let rec several close item =
    blank ();
    if peek () = close then (incr at; [])
    else
      let first = item () in
      let rec others found =
        blank ();
        match next () with
        | ',' -> others (item () :: found)
        | c when c = close -> List.rev found
        | _ -> malformed "the first line is not JSON" in
      others [ first ] in
  let quoted () =
    expect '"';
    let from = !at in
    while peek () <> '"' do
      if peek () = '\\' || !at >= String.length text then malformed "the first line is not JSON" else incr at
    done;
    incr at;
    String.sub text from (!at - 1 - from) in
  let rec value () =
    blank ();
    match peek () with
    | 'n' -> word "null" Null
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | '"' -> String (quoted ())
    | '[' -> incr at; List (several ']' value)
    | '{' -> incr at; Object (several '}' field)
    | _ ->
        let from = !at in
        while String.contains "-0123456789" (peek ()) do incr at done;
        let digits = String.sub text from (!at - from) in
        (match int_of_string_opt digits with
        | Some n -> Int n
        | None when String.length digits > 18 -> raise (Unknown "numbers of so many digits")
        | None -> malformed "the first line is not JSON of whole numbers")
  and field () =
    blank ();
    let name = quoted () in
    blank ();
    expect ':';
    (name, value ()) in
  let read = value () in
  if !at < String.length text then malformed "the first line is not JSON" else read

let rec print = function
  | Null -> "null"
  | Bool b -> string_of_bool b
  | Int n -> string_of_int n
  | String s -> "\"" ^ s ^ "\""
  | List l -> "[" ^ String.concat ", " (List.map print l) ^ "]"
  | Object fields -> "{" ^ String.concat ", " (List.map (fun (name, v) -> "\"" ^ name ^ "\": " ^ print v) fields) ^ "}"

let get name = function
  | Object fields -> (
      match List.assoc_opt name fields with Some v -> v | None -> malformed ("there is no \"" ^ name ^ "\""))
  | _ -> malformed ("there is no \"" ^ name ^ "\"")

let int = function Int n -> n | _ -> malformed "a number is missing"
let bool = function Bool b -> b | _ -> malformed "true or false is missing"
let flag = function Int 0 -> false | Int 1 -> true | json -> bool json
let list item = function List l -> List.map item l | _ -> malformed "a list is missing"
let ints = list int
let json_of_ints l = List (List.map (fun n -> Int n) l)

(* --- numbers, as the checker has them --- *)
let nat_of n = let rec more n found = if n <= 0 then found else more (n - 1) (S found) in more n O

let rec positive_of n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive_of (n lsr 1)) else XO (positive_of (n lsr 1))

let z_of n = if n = 0 then Z0 else if n > 0 then Zpos (positive_of n) else Zneg (positive_of (-n))

(* --- games --- *)
type mnk = { w : int; h : int; k : int; falls : bool }
type box = { shape : int list; in_a_row : int; gravity : int option; misere : bool; weak : bool; lemmas : bool }

type sets = {
  count : int;
  sets : int list list;
  misere : bool;
  weak : bool;
  turns : int * int * int;
  x : int list;
  o : int list;
  images : int list list;
}

type morris = { diagonals : bool; jumps : bool }
type game = Mnk of mnk | Box of box | Sets of sets | Morris of morris

(* What the checker is asked about: the cells are numbers. *)
type board = {
  size : int;
  winning : int list list;  (* the lines *)
  under : int -> int option;  (* the cell below *)
  misere : bool;  (* whoever completes a line loses *)
  weak : bool;  (* only First wins by a line *)
  turns : int * int * int;  (* in First's first turn, in a later one, and in one of Second's *)
  maps : int array list;  (* symmetries: where the stone of each cell comes from *)
  columns : int list array;  (* the cells of each move, the lowest first *)
  gravity : bool;  (* a move is a column *)
  indexed : bool;  (* a move is written as its number among the moves, and not as its cell *)
  ranks : int array;  (* the cells, the one that counts least in the order of positions first *)
  first : player -> player;  (* whose stones count most in that order *)
  by_cell : bool;  (* the least image is the least cell by cell, and not in the order of positions *)
  reasons : bool;  (* whether there are lemmas *)
  before : int list * int list;  (* the stones on the board before the first move *)
}

let range a b = List.init (max 0 (b - a)) (fun i -> a + i)
let each size = Array.init size (fun cell -> [ cell ])

(* A state has 63 cells in an integer; the integer of the first cells counts most, and in it the last cell. *)
let by_integers size =
  let chunks = List.rev (range 0 ((size + 62) / 63)) in
  Array.of_list (List.concat_map (fun c -> range (63 * c) (min size (63 * (c + 1)))) chunks)

let board_of_mnk { w; h; k; falls } =
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
  let maps = [ (fun p -> p); (fun (x, y) -> (w - 1 - x, y)) ] in
  let maps = if falls then maps else maps @ List.map (fun f (x, y) -> f (x, h - 1 - y)) maps in
  let maps = if falls || w <> h then maps else maps @ List.map (fun f (x, y) -> f (y, x)) maps in
  {
    size = w * h; winning = !lines; misere = false; weak = false; turns = (1, 1, 1);
    maps = List.map map maps;
    under = (fun i -> if falls && i >= w then Some (i - w) else None); columns = each (w * h); gravity = false; indexed = false;
    ranks = Array.of_list (range 0 (w * h)); first = (fun who -> who); by_cell = false; reasons = not falls; before = ([], []);
  }

let rec product = function [] -> [ [] ] | l :: others -> List.concat_map (fun x -> List.map (List.cons x) (product others)) l

let rec permutations = function
  | [] -> [ [] ]
  | l -> List.concat_map (fun x -> List.map (List.cons x) (permutations (List.filter (( <> ) x) l))) l

(* Cells in the order of the shape, the last axis fastest. *)
let board_of_box { shape; in_a_row = k; gravity; misere; weak; lemmas } =
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
  let fits order =
    List.map (List.nth shape) order = shape && match gravity with None -> true | Some down -> List.nth order down = down in
  let ends = List.map2 (fun a length -> if gravity = Some a then [ 0 ] else List.sort_uniq compare [ 0; length - 1 ]) axes shape in
  (* with lemmas, the rules also exchange layers, where all lines go from side to side *)
  let layers =
    if lemmas && few && List.length shape > 1 && List.for_all (( = ) k) shape && k < 6 then
      List.filter
        (fun o -> List.for_all (fun x -> List.nth o x + List.nth o (k - 1 - x) = k - 1) (range 0 k))
        (permutations (range 0 k))
    else [ range 0 (List.fold_left max 1 shape) ] in
  let map order turn layer =
    Array.map
      (fun p -> Hashtbl.find numbers (List.map2 (fun last axis -> List.nth layer (abs (last - List.nth p axis))) turn order))
      points in
  let maps =
    List.concat_map
      (fun order -> List.concat_map (fun turn -> List.map (map order turn) layers) (product ends))
      (List.filter fits (if few then permutations axes else [ axes ])) in
  let under i =
    Option.bind gravity (fun down ->
        Hashtbl.find_opt numbers (List.mapi (fun axis x -> if axis = down then x - 1 else x) points.(i))) in
  let column i = List.filteri (fun axis _ -> gravity <> Some axis) points.(i) in
  let bottom = List.filter (fun i -> under i = None) (range 0 size) in
  let columns = List.map (fun b -> List.filter (fun i -> column i = column b) (range 0 size)) bottom in
  let columns = List.sort (fun a b -> compare (column (List.hd a)) (column (List.hd b))) columns in
  {
    size; winning = Hashtbl.fold (fun line () found -> line :: found) lines []; misere; weak; turns = (1, 1, 1);
    maps = List.sort_uniq compare maps; under; columns = Array.of_list columns; gravity = gravity <> None; indexed = true; ranks = by_integers size;
    first = (fun _ -> First); by_cell = true; reasons = lemmas; before = ([], []);
  }

(* The images that follow from a few, and of the sets their images. *)
let board_of_sets { count; sets; misere; weak; turns; x; o; images } =
  let found = Hashtbl.create 1024 in
  let rec close = function
    | [] -> ()
    | map :: others when Hashtbl.mem found map -> close others
    | map :: others ->
        Hashtbl.add found map ();
        if Hashtbl.length found > 1000 then malformed "there are at most 1000 images";
        close (List.map (fun image -> Array.map (Array.get map) (Array.of_list image)) images @ others) in
  close [ Array.init count (fun i -> i) ];
  let maps = Hashtbl.fold (fun map () l -> map :: l) found [] in
  let every = Hashtbl.create 4096 in
  List.iter
    (fun set ->
      if not (Hashtbl.mem every (List.sort compare set)) then
        List.iter (fun map -> Hashtbl.replace every (List.sort compare (List.map (Array.get map) set)) ()) maps;
      if Hashtbl.length every > 4096 then malformed "there are at most 4096 sets")
    sets;
  {
    size = count; winning = Hashtbl.fold (fun set () l -> set :: l) every []; misere; weak; turns; maps; under = (fun _ -> None);
    columns = each count; gravity = false; indexed = true; ranks = by_integers count; first = (fun _ -> First); by_cell = true; reasons = true;
    before = (x, o);
  }

(* The game of a header. What is printed is made of what was read, and not of the header. *)
let in_range low high n = if n < low || n > high then malformed "a number is out of range" else n
let distinct l = List.length (List.sort_uniq compare l) = List.length l

let size_of shape =
  if shape = [] || List.length shape > 6 then malformed "a board has 1 to 6 axes";
  List.fold_left (fun size n -> in_range 1 512 (size * in_range 1 19 n)) 1 shape

let only names = function
  | Object fields when List.sort compare (List.map fst fields) = List.sort compare names -> ()
  | _ -> malformed ("the parameters of the game are " ^ String.concat ", " names)

(* Whatever the rules in Python make of other parameters, they are not known here. *)
let rec game_of rules g = try known_game rules g with Malformed reason -> raise (Unknown ("games in which " ^ reason))

and known_game rules g =
  match rules with
  | "mnk-1" ->
      only [ "w"; "h"; "k"; "gravity" ] g;
      let number name = in_range 1 254 (int (get name g)) in
      ignore (in_range 1 254 (number "w" * number "h"));
      Mnk { w = number "w"; h = number "h"; k = number "k"; falls = bool (get "gravity" g) }
  | "lines.py" ->
      only [ "shape"; "k"; "gravity"; "misere"; "weak" ] g;
      let shape = ints (get "shape" g) and weak = flag (get "weak" g) in
      ignore (size_of shape);
      let axis n = in_range 0 (List.length shape - 1) (int n) in
      let gravity = match get "gravity" g with Null -> None | n -> Some (axis n) in
      if weak && gravity <> None then raise (Unknown "weak games with gravity");
      let in_a_row = in_range 1 19 (int (get "k" g)) in
      Box { shape; in_a_row; gravity; misere = flag (get "misere" g); weak; lemmas = false }
  | "boxes.py" ->
      only [ "shape"; "k" ] g;
      let shape = ints (get "shape" g) in
      ignore (size_of shape);
      Box { shape; in_a_row = in_range 1 19 (int (get "k" g)); gravity = None; misere = false; weak = false; lemmas = true }
  | "sets.py" ->
      only [ "cells"; "sets"; "misere"; "weak"; "turns"; "x"; "o"; "images" ] g;
      let turns =
        match List.map (in_range 1 max_int) (ints (get "turns" g)) with
        | [ opening; first; second ] -> (opening, first, second)
        | _ -> malformed "turns are three numbers" in
      let misere = bool (get "misere" g) and weak = bool (get "weak" g) in
      if misere && weak then malformed "a weak game is not misere";
      let count = in_range 1 512 (int (get "cells" g)) in
      let cells l =
        let l = List.map (in_range 0 (count - 1)) (ints l) in
        if distinct l then l else malformed "a cell is twice in a list" in
      let sets = list cells (get "sets" g) and x = cells (get "x" g) and o = cells (get "o" g) in
      let images = list cells (get "images" g) in
      let stays image l = List.sort compare (List.map (List.nth image) l) = List.sort compare l in
      if List.mem [] sets then malformed "a set has a cell";
      if List.exists (fun image -> List.length image < count || not (stays image x && stays image o)) images then
        malformed "an image has every cell, and leaves the stones in place";
      Sets { count; sets; misere; weak; turns; x; o; images }
  | "three_mens_morris.py" -> Morris { diagonals = flag (get "diagonals" g); jumps = flag (get "jumps" g) }
  | _ -> raise (Unknown ("the rules " ^ rules))

let json_of_game = function
  | Mnk { w; h; k; falls } -> Object [ ("w", Int w); ("h", Int h); ("k", Int k); ("gravity", Bool falls) ]
  | Box { shape; in_a_row; lemmas = true; _ } -> Object [ ("shape", json_of_ints shape); ("k", Int in_a_row) ]
  | Box { shape; in_a_row; gravity; misere; weak; _ } ->
      let gravity = match gravity with None -> Null | Some axis -> Int axis in
      Object
        [ ("shape", json_of_ints shape); ("k", Int in_a_row); ("gravity", gravity); ("misere", Bool misere);
          ("weak", Bool weak) ]
  | Sets { count; sets; misere; weak; turns = opening, first, second; x; o; images } ->
      let lists l = List (List.map json_of_ints l) in
      Object
        [ ("cells", Int count); ("sets", lists sets); ("misere", Bool misere); ("weak", Bool weak);
          ("turns", json_of_ints [ opening; first; second ]); ("x", json_of_ints x); ("o", json_of_ints o); ("images", lists images) ]
  | Morris { diagonals; jumps } -> Object [ ("diagonals", Bool diagonals); ("jumps", Bool jumps) ]

(* --- boards, as the checker has them --- *)
(* The cells are in a balanced tree, from left to right in the order of ranks. *)
let rec path low high i =
  let middle = (low + high) / 2 in
  if i = middle then [] else if i < middle then false :: path low (middle - 1) i else true :: path (middle + 1) high i

let rec tree leaf node low high =
  if low > high then leaf
  else
    let middle = (low + high) / 2 in
    node (tree leaf node low (middle - 1)) middle (tree leaf node (middle + 1) high)

let paths ranks =
  let at = Array.make (Array.length ranks) [] in
  Array.iteri (fun rank cell -> at.(cell) <- path 0 (Array.length ranks - 1) rank) ranks;
  at

let blank size = tree Nowhere (fun low _ high -> Node (low, Empty, high)) 0 (size - 1)

let pictures ranks at maps =
  let picture map = tree Blank (fun low rank high -> Spot (low, at.(map.(ranks.(rank))), high)) 0 (Array.length ranks - 1) in
  let inverse map = let found = Array.copy map in Array.iteri (fun i j -> found.(j) <- i) map; found in
  List.map (fun map -> (picture map, picture (inverse map))) maps

(* Which of the maps gives the least image: the cells in this order decide, and what a stone of each player is worth in the
   first and in the second comparison. *)
let chooser ranks maps order worths =
  let size = Array.length ranks in
  let maps = Array.of_list maps in
  let stones = Array.make size 0 in
  let numbers = Array.init (Array.length maps) nat_of in
  let rec fill board rank = (* the number of cells in the part of the tree that has been filled *)
    match board with
    | Nowhere -> rank
    | Node (low, here, high) ->
        let rank = fill low rank in
        stones.(ranks.(rank)) <- (match here with Empty -> 0 | Stone First -> 1 | Stone Second -> 2);
        fill high (rank + 1) in
  let rec less worth map best i =
    if i >= size then 0
    else
      let c = order.(i) in
      let x : int = worth.(stones.(map c)) and y = worth.(stones.(best c)) in
      if x = y then less worth map best (i + 1) else x - y in
  let smaller map best = List.fold_left (fun found worth -> if found <> 0 then found else less worth map best 0) 0 worths < 0 in
  fun board ->
    ignore (fill board 0);
    let best = ref (fun c -> c) and found = ref (-1) in
    Array.iteri (fun n map -> if smaller (Array.get map) !best then (best := Array.get map; found := n)) maps;
    if !found < 0 then None else Some numbers.(!found)

let backwards a = Array.init (Array.length a) (fun i -> a.(Array.length a - 1 - i))

(* --- strategies --- *)
let lemma_byte = 255

(* What is not used up of the standard input. *)
let byte () = try Some (Char.code (input_char stdin)) with End_of_file -> None

(* The answers of the stream, read when they are asked for: each is a byte, or what [lemma] reads after the byte of a lemma. *)
let rec script answered play lemma =
  lazy
    (match byte () with
    | None -> Done
    | Some n ->
        incr answered;
        let answer = match lemma with Some lemma when n = lemma_byte -> lemma () | _ -> play.(n) in
        Next (answer, script answered play lemma))

let without_lemmas () = malformed "the rules have no lemma"

type claim = { who : player; value : int; within : int option }

let json_of_claim { who; value; within } =
  let fields = [ ("player", Int (if who = First then 0 else 1)); ("at_least", Int value) ] in
  Object (fields @ match within with None -> [] | Some plies -> [ ("within", Int plies) ])

type header = {
  format : int;
  game : game;
  start : int list;
  claim : claim;
  symmetry : bool;
  positions : int;
  layers : int;
  answered : int ref;  (* how many answers of the stream have been asked for *)
}

(* The header counts only layers in which the player of the claim is to move. This converts that number to plies; [most] is
   an upper limit. [more] is how many stones the player to move puts after the next one, and [extra] how many more than one
   in a turn. *)
let plies header mover more extra most =
  let rec count plies layers mover more =
    let layers = if mover = header.claim.who then layers - 1 else layers in
    if layers < 0 || plies >= most then plies
    else
      let other = if mover = First then Second else First in
      if more > 0 then count (plies + 1) layers mover (more - 1) else count (plies + 1) layers other (extra other) in
  nat_of (count 0 header.layers mover more)

let rec int_of = function O -> 0 | S n -> 1 + int_of n

(* Which lines go through each cell, and that a symmetry is one, is found out by looking: about a minute at most. *)
let check_size board images =
  let lines = List.length board.winning in
  let names = List.fold_left (fun sum line -> sum + List.length line) 0 board.winning in
  let length = if lines = 0 then 0 else names / lines in
  let for_an_image = 2 * lines * (board.size + (length * ((names / board.size) + length))) in
  if (board.size * names) + (images * for_an_image) > 1_000_000_000 then raise (Unknown "games of so many lines and symmetries")

let ask_lines header board =
  let { who; value; within } = header.claim in
  let at = paths board.ranks in
  let below = Hashtbl.create 512 in
  List.iter (fun i -> Option.iter (fun j -> Hashtbl.add below at.(i) at.(j)) (board.under i)) (range 0 board.size);
  let order = List.concat (Array.to_list board.columns) in
  let opening, of_first, of_second = board.turns in
  let extra who = min board.size (if who = First then of_first else of_second) - 1 in
  let layout =
    { cells = List.map (Array.get at) order; lines = List.map (List.map (Array.get at)) board.winning;
      rests_on = Hashtbl.find_opt below; misere = board.misere; weak = board.weak;
      extra = (fun who -> nat_of (extra who)) } in
  let identity = Array.init board.size (fun i -> i) in
  let maps = if header.symmetry then List.filter (( <> ) identity) board.maps else [] in
  check_size board (List.length maps);
  let choose =
    if board.by_cell then chooser board.ranks maps identity [ [| 0; 1; 2 |] ]
    else
      let mine, other = if board.first who = First then ([| 0; 1; 0 |], [| 0; 0; 1 |]) else ([| 0; 0; 1 |], [| 0; 1; 0 |]) in
      chooser board.ranks maps (backwards board.ranks) [ mine; other ] in
  let start =
    let x, o = board.before in
    let cells = List.map (Array.get at) in
    let before = beforehand layout (blank board.size) (nat_of (min board.size opening - 1)) (cells x) (cells o) in
    let columns = Array.copy board.columns in
    let lowest move =
      match if 0 <= move && move < Array.length columns then columns.(move) else [] with
      | cell :: above when board.gravity -> columns.(move) <- above; at.(cell)
      | cell :: _ -> at.(cell)
      | [] -> malformed "a move before the start is illegal" in
    match Option.bind before (fun place -> after_moves layout place (List.map lowest header.start)) with
    | Some place when place.over = None -> place
    | _ -> malformed "a move before the start is illegal, or the game is over at the start" in
  let illegal = Play (Nth (nat_of 512)) in
  let play n = if board.indexed then Play (Nth (nat_of n)) else if n < board.size then Play (At at.(n)) else illegal in
  (* a number; then as many pairs of cells, or as many cells: pairs, or an odd number of them for threats *)
  let refused = board.indexed && (within <> None || board.turns <> (1, 1, 1)) (* by the rules modules, too *) in
  let lemma () =
    match byte () with
    | None -> illegal
    | Some count ->
        let cells = List.init (if board.indexed then count else 2 * count) (fun _ -> byte ()) in
        let on_board = function Some cell -> cell < board.size | None -> false in
        if refused || not (List.for_all on_board cells) then illegal
        else
          let rec reason pairs = function
            | [] -> Because (Pairs (List.rev pairs))
            | [ last ] -> Because (Threats (List.rev pairs, last))
            | x :: y :: others -> reason ((x, y) :: pairs) others in
          reason [] (List.map (fun cell -> at.(Option.get cell)) cells) in
  let lemmas =
    if board.indexed && header.format = 1 then None
    else if board.reasons then Some lemma
    else if board.indexed then Some without_lemmas
    else None in
  let layers = plies header start.turn (int_of start.more) extra (board.size + 1) in
  (* no play is longer *)
  let within = Option.map (min (board.size + 1)) within in
  fun () ->
    if header.format = 3 then Rejected
    else
      verify_lines layout (board.first who) choose (pictures board.ranks at maps) who (z_of value) (Option.map nat_of within)
        layers (z_of header.positions) start (script header.answered (Array.init 256 play) lemmas)

(* In Three Men's Morris: a limit so that its plies can be counted. *)
let most_plies = 100_000

let ask_men header { diagonals; jumps } =
  let { who; value; within } = header.claim in
  let ranks = Array.init 9 (fun i -> i) in
  let at = paths ranks in
  let men = three_mens_morris diagonals jumps in
  let map f = Array.init 9 (fun i -> let x, y = f (i mod 3, i / 3) in (3 * y) + x) in
  let mirrors = [ (fun p -> p); (fun (x, y) -> (2 - x, y)); (fun (x, y) -> (x, 2 - y)); (fun (x, y) -> (2 - x, 2 - y)) ] in
  let all = List.map map (mirrors @ List.map (fun f (x, y) -> f (y, x)) mirrors) in
  let maps = if header.symmetry then List.tl all else [] in
  let choose = chooser ranks maps (backwards ranks) [ [| 0; 1; 0 |]; [| 0; 0; 1 |] ] in
  let step n =
    if n < 0 || n > 89 then malformed "a move before the start is illegal"
    else if n < 9 then Lay at.(n)
    else Slide (at.((n - 9) / 9), at.((n - 9) mod 9)) in
  let start =
    match Option.bind (no_men men (blank 9) (nat_of 3)) (fun p -> after_steps men p (List.map step header.start)) with
    | Some place when place.ended = None -> place
    | _ -> malformed "a move before the start is illegal, or the game is over at the start" in
  let lemmas = if header.format = 1 then None else Some without_lemmas in
  if header.layers > most_plies / 2 then raise (Unknown "proofs of so many layers");
  if Option.value within ~default:0 > most_plies then raise (Unknown "claims of so many plies");
  let layers = plies header start.player_to_move 0 (fun _ -> 0) most_plies in
  fun () ->
    verify_men men choose (pictures ranks at maps) who (z_of value) (Option.map nat_of within) (header.format = 3) layers
      (z_of header.positions) start (script header.answered (Array.init 256 (fun n -> Play (nat_of n))) lemmas)

(* --- the program --- *)
let header_of json =
  let rules = match get "rules" json with String name -> name | _ -> malformed "the rules have no name" in
  let claim = get "claim" json in
  let within = match claim with Object fields when List.mem_assoc "within" fields -> Some (int (get "within" claim)) | _ -> None in
  {
    format = int (get "format" json); game = game_of rules (get "game" json); start = ints (get "start" json);
    claim = { who = (if in_range 0 1 (int (get "player" claim)) = 0 then First else Second); value = int (get "at_least" claim); within };
    symmetry = bool (get "symmetry" json); positions = int (get "positions" json); layers = int (get "layers" json);
    answered = ref 0;
  }

let json_of_header h =
  Object
    [ ("game", json_of_game h.game); ("start", json_of_ints h.start); ("claim", json_of_claim h.claim);
      ("symmetry", Bool h.symmetry) ]

let () =
  (* most boards are gone before this much has been made *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 22 };
  set_binary_mode_in stdin true;
  let finish code line = print_endline line; exit code in
  try
    let header = header_of (parse (input_line stdin)) in
    let verdict =
      match header.game with
      | Mnk game -> ask_lines header (board_of_mnk game)
      | Box game -> ask_lines header (board_of_box game)
      | Sets game -> ask_lines header (board_of_sets game)
      | Morris game -> ask_men header game in
    print_endline (print (json_of_header header));
    match verdict () with
    | Accepted -> finish 0 (Printf.sprintf "VERIFIED: %d positions" !(header.answered))
    | Rejected -> finish 1 "REJECTED: a play ends below the claim, or an answer is missing, illegal or too many"
    | OverLimit -> finish 2 "MALFORMED: there are more positions or layers than declared"
  with
  | Malformed reason -> finish 2 ("MALFORMED: " ^ reason)
  | Unknown what -> finish 3 (what ^ " are not among those that are defined in proofs/.")
  | End_of_file -> finish 2 "MALFORMED: there is no input"
