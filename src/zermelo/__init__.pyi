from zermelo.certificates.certify import certify as certify
from zermelo.certificates.verify import verify as verify
from zermelo.classification.classify import classify as classify
from zermelo.conformance.examine import check as check
from zermelo.core.bits import Bits as Bits
from zermelo.core.board import Cell as Cell
from zermelo.core.constants import NONE as NONE
from zermelo.core.constants import UNBOUNDED as UNBOUNDED
from zermelo.core.errors import ZermeloError as ZermeloError
from zermelo.core.game import Game as Game
from zermelo.core.positions import AsState as AsState
from zermelo.distributed.cluster import cluster as cluster
from zermelo.games.catalogue import game_named as game_named
from zermelo.openspiel.adapter import from_openspiel as from_openspiel
from zermelo.openspiel.registration import to_openspiel as to_openspiel
from zermelo.pictures.search_tree import search_tree as search_tree
from zermelo.play.analysis import analyze as analyze
from zermelo.play.board import board as board
from zermelo.play.engine import engine_named as engine_named
from zermelo.play.match import match as match
from zermelo.play.oracle import Oracle as Oracle
from zermelo.play.prove_play import prove_play as prove_play
from zermelo.play.review import review as review
from zermelo.solver.lookup import grundy as grundy
from zermelo.solver.result import Result as Result
from zermelo.solver.solver import Solver as Solver
from zermelo.solver.solver import solve as solve
from zermelo.tablebase.census import census as census
from zermelo.tablebase.table import open_table as open_table
from zermelo.tablebase.tabulate import tabulate as tabulate

__version__: str
__all__: list[str]
