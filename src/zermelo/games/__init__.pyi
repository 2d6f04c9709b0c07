from zermelo.games.capture_game import capture as capture
from zermelo.games.catalogue import game_named as game_named
from zermelo.games.einstein_game import einstein as einstein
from zermelo.games.impartial.chomp import chomp as chomp
from zermelo.games.impartial.heaps import dawson as dawson
from zermelo.games.impartial.heaps import kayles as kayles
from zermelo.games.impartial.heaps import nim as nim
from zermelo.games.impartial.heaps import octal as octal
from zermelo.games.impartial.heaps import splits as splits
from zermelo.games.impartial.heaps import subtraction as subtraction
from zermelo.games.impartial.sums import game_sum as game_sum
from zermelo.games.impartial.wythoff import wythoff as wythoff
from zermelo.games.in_a_row.connect import connect as connect
from zermelo.games.in_a_row.families_of_sets import clique as clique
from zermelo.games.in_a_row.families_of_sets import polyomino as polyomino
from zermelo.games.in_a_row.lines import lines as lines
from zermelo.games.in_a_row.mnk import mnk as mnk
from zermelo.games.in_a_row.sets import sets as sets
from zermelo.games.uniform_tree import tree as tree

__all__: list[str]
