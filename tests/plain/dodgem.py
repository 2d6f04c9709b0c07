from dataclasses import dataclass

from zermelo import Game

SIZE = 3


@dataclass(frozen=True)
class Car:
    row: int
    column: int

    def moved(self, dr, dc):
        return Car(self.row + dr, self.column + dc)

    def onBoard(self):
        return 0 <= self.row < SIZE and 0 <= self.column < SIZE


@dataclass(frozen=True)
class Street:
    up: frozenset[Car]
    right: frozenset[Car]
    turn: str

    def isOccupied(self, car):
        return car in self.up or car in self.right


MOVES = {
    "up": [(-1, 0), (0, -1), (0, 1)],
    "right": [(0, 1), (-1, 0), (1, 0)],
}


class Dodgem(Game):
    """Colin Vout's Dodgem. Drive your two cars off the far edge. If your opponent blocks all your cars, you win."""

    cyclic = True
    action_count = SIZE * SIZE * 3
    max_length = 200

    def initial(self):
        up = frozenset({Car(2, 1), Car(2, 2)})
        right = frozenset({Car(0, 0), Car(1, 0)})
        return Street(up, right, "up")

    def decode(self, street, action):
        cell, way = divmod(action, 3)
        car = Car(*divmod(cell, SIZE))
        return car, car.moved(*MOVES[street.turn][way])

    def legal(self, street, action):
        car, target = self.decode(street, action)
        mine = street.up if street.turn == "up" else street.right
        if car not in mine:
            return False
        if target.onBoard():
            return not street.isOccupied(target)
        # only off the far edge
        return target.row < 0 if street.turn == "up" else target.column >= SIZE

    def apply(self, street, action):
        car, target = self.decode(street, action)
        if street.turn == "up":
            cars = street.up - {car}
            if target.onBoard():
                cars |= {target}
            return Street(cars, street.right, "right")
        cars = street.right - {car}
        if target.onBoard():
            cars |= {target}
        return Street(street.up, cars, "up")

    def terminal(self, street):
        if not street.up or not street.right:
            return True
        return not any(self.legal(street, action) for action in range(self.action_count))

    def reward(self, street):
        other = street.right if street.turn == "up" else street.up
        if not other:
            return -1
        return 1  # blocked
