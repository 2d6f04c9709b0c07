from dataclasses import dataclass, replace

from zermelo import Game

SIZE = 6


@dataclass(frozen=True)
class State:
    fox: tuple[int, int]
    hounds: tuple[tuple[int, int], ...]
    foxes_turn: bool = True


def step(square: tuple[int, int], dr: int, dc: int) -> tuple[int, int]:
    return square[0] + dr, square[1] + dc


def inside(square: tuple[int, int]) -> bool:
    return all(0 <= x < SIZE for x in square)


FOX_STEPS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
HOUND_STEPS = [(1, -1), (1, 1)]


class FoxAndHounds(Game):
    """The fox moves diagonally, forward and back; three hounds only forward. The fox wants to get past the hounds."""

    action_count = 6  # the fox uses four, the hounds two each
    max_length = 32

    def initial(self) -> State:
        return State(fox=(5, 2), hounds=((0, 1), (0, 3), (0, 5)))

    def target(self, state: State, action: int) -> tuple[int, int] | None:
        if state.foxes_turn:
            if action >= 4:
                return None
            square = step(state.fox, *FOX_STEPS[action])
        else:
            hound, way = divmod(action, 2)
            square = step(state.hounds[hound], *HOUND_STEPS[way])
        if not inside(square) or square == state.fox or square in state.hounds:
            return None
        return square

    def legal(self, state: State, action: int) -> bool:
        return self.target(state, action) is not None

    def apply(self, state: State, action: int) -> State:
        square = self.target(state, action)
        if state.foxes_turn:
            return replace(state, fox=square, foxes_turn=False)
        hounds = list(state.hounds)
        hounds[action // 2] = square
        return replace(state, hounds=tuple(sorted(hounds)), foxes_turn=True)

    def escaped(self, state: State) -> bool:
        last = min(state.hounds, key=lambda hound: hound[0])
        return state.fox[0] <= last[0]

    def terminal(self, state: State) -> bool:
        return self.escaped(state) or not any(self.legal(state, a) for a in range(self.action_count))

    def reward(self, state: State) -> int:
        if self.escaped(state):
            return 1 if state.foxes_turn else -1
        return -1  # no move is left
