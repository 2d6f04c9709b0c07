"""What the digest of a function or of a game sees, and what it leaves out."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any, Final

import pytest

from zermelo.core.fingerprint import digest

# --- the digest -------------------------------------------------------------------------------------------------------
PAIRS: Final = {
    "a keyword-only default": "def f(n, *, by={}): return n * by",
    "a default": "def f(n, by={}): return n * by",
    "a constant": "K = {}\ndef f(n): return n * K",
    "a constant of NumPy's": "K = np.int64({})\ndef f(n): return n * K",
    "a bool of NumPy's": "K = np.bool_({} - 1)\ndef f(n): return n * K",
    "a tuple of NumPy's": "K = (np.int64({}), 5)\ndef f(n): return n * K[0]",
    "an array": "K = np.array([{}])\ndef f(n): return n * K[0]",
    "an array's type": "K = np.array([1], 'i{}')\ndef f(n): return n * K[0]",
    "a type": "K = (np.int8, np.int16, np.int32)[{}]\ndef f(n): return K(n)",
    "a float": "K = {}.5\ndef f(n): return n * K",
    "a string": "K = '{}'\ndef f(n): return n if K == '1' else 0",
    "a set": "def f(n): return n in {{ {}, 7 }}",
    "a board": "K = Bits(9, {})\ndef f(n): return n in K",
    "an enum": "class K(enum.IntEnum):\n    A = {}\ndef f(n): return n * K.A",
    "a plain enum": "class K(enum.Enum):\n    A = {}\ndef f(n): return n * K.A.value",
    "a named tuple's fields": "K = NamedTuple('K', [(('x', 'y', 'z')[{}], int), ('w', int)])(1, 2)\n"
    "def f(n): return n * K.x",
    "a named tuple's default": "class K(NamedTuple):\n    x: int = {}\ndef f(n): return K().x * n",
    "a closure": "def make(k):\n    def g(n): return n * k\n    return g\nf = make({})",
    "a helper in a closure": "def g(n): return n * {}\ndef make(h):\n    def k(n): return h(n)\n    return k\nf = make(g)",
    "a lambda": "f = lambda n: n * {}",
    "a cached function": "@functools.cache\ndef g(n): return n * {}\ndef f(n): return g(n)",
    "a wrapped function": "def wrap(g): return functools.wraps(g)(lambda n: g(n))\n@wrap\ndef g(n): return n * {}\n"
    "def f(n): return g(n)",
    "an alias": "def g(n): return n\ndef h(n): return -n\ndef k(n): return g(n) + h(n)\nz = (g, h, k)[{}]\n"
    "def f(n): return g(n) + h(n) + k(n) + z(n)",
    "an inner function": "def f(n):\n    def g(k): return k * {}\n    return g(n)",
    "a partial": "def g(n): return n * {}\ndef f(n): return g(n)",
    "the number of arguments": "def f(n, *rest): return n if {} == 1 else n",
}
OBJECTS: Final = {
    "an attribute": "class G(Game):\n    def __init__(self): self.k = {}",
    "an attribute in a slot": "class G(Game):\n    __slots__ = ('k',)\n    def __init__(self): self.k = {}",
    "an attribute of the class": "class G(Game):\n    k = {}",
    "an attribute of NumPy's": "class G(Game):\n    k = np.int64({})",
    "none or not": "class G(Game):\n    k = None if {} == 1 else 5",
    "a property": "class G(Game):\n    @property\n    def k(self): return {}",
    "a property of an array": "class G(Game):\n    def __init__(self): self.row = np.array([{}])\n"
    "    @property\n    def k(self): return int(self.row[0])",
    "a property of a value of run time": "class G(Game):\n    runtime = ('k',)\n    k = {}\n"
    "    @property\n    def twice(self): return 2 * self.k",
    "a cached property": "class G(Game):\n    def __init__(self): self.k = [{}]\n"
    "    @functools.cached_property\n    def p(self): return self.k[0]",
    "a method": "class G(Game):\n    def p(self): return {}",
    "a static method": "class G(Game):\n    @staticmethod\n    def p(): return {}",
    "a field": "@dataclasses.dataclass(frozen=True)\nclass G(Game):\n    k: int = {}",
    "a field in a slot": "@dataclasses.dataclass(frozen=True, slots=True)\nclass G(Game):\n    k: int = {}",
    "text of run time": "class G(Game):\n    runtime = ('k',)\n    k = '1' if {} == 1 else 5",
    "an inner game": "class I(Game):\n    k = {}\nclass G(Game):\n    def __init__(self): self.inner = I()",
    "a nested class": "class G(Game):\n    class K(NamedTuple):\n        x: int = {}",
    "a base": "class B(Game):\n    def p(self): return {}\nclass G(B):\n    pass",
}
ALIKE: Final = {
    "a value of run time": "class G(Game):\n    runtime = ('k',)\n    k = {}",
    "an array": "class G(Game):\n    def __init__(self): self.row = np.array([{}])",
    "what is not read": "class G(Game):\n    def __init__(self): self.log = {{ {}: 1 }}",
    "a comment": "class G(Game):\n    def p(self): return 1  # {}",
}
IMPORTS: Final = """
import dataclasses, enum, functools
from typing import NamedTuple
import numpy as np
from zermelo import Bits, Game
"""


def digest_of(source: str, number: int, name: str) -> str:
    space: dict[str, Any] = {"__name__": __name__}
    exec(IMPORTS + source.format(number), space)
    return digest(space[name]() if name == "G" else space[name])


@pytest.mark.parametrize("name", PAIRS)
def test_the_digest_of_a_function_sees(name: str) -> None:
    assert digest_of(PAIRS[name], 1, "f") != digest_of(PAIRS[name], 2, "f")
    assert digest_of(PAIRS[name], 1, "f") == digest_of(PAIRS[name], 1, "f")


@pytest.mark.parametrize("name", OBJECTS)
def test_the_digest_of_a_game_sees(name: str) -> None:
    assert digest_of(OBJECTS[name], 1, "G") != digest_of(OBJECTS[name], 2, "G")
    assert digest_of(OBJECTS[name], 1, "G") == digest_of(OBJECTS[name], 1, "G")


@pytest.mark.parametrize("name", ALIKE)
def test_the_digest_of_a_game_leaves_out(name: str) -> None:
    assert digest_of(ALIKE[name], 1, "G") == digest_of(ALIKE[name], 2, "G")


SEEDED: Final = """
import functools, logging
from zermelo import Game
from zermelo.games import connect
from zermelo.core.errors import NotCompilable
from zermelo.core.fingerprint import digest
LOG = logging.getLogger("game")
MEMORY = {"a": {1, "x"}, "b": object()}
NAMES = frozenset({"north", "south", "east", "west"})
def heading(name): return name in {"north", "south", "up", "down", None, 3}
@functools.lru_cache
def slow(n): return n
class G(Game):
    kept = {"b", "a", "c"}
    def reward(self, state):
        LOG.info(str(MEMORY))
        return heading("up") + (state in NAMES) + slow(1) + functools.partial(slow, 2)()
print(digest(G()))
"""


@pytest.mark.long
def test_the_digest_does_not_depend_on_the_order_of_sets_nor_on_addresses() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", SEEDED],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (0, 1, 2, 3)
    }
    assert len(found) == 1
