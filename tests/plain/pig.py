from typing import NamedTuple

from zermelo import Game

TARGET = 8
TURNS = 4  # two for each player
SIDES = 4


class Pig(NamedTuple):
    player: int
    scores: tuple[int, int]
    pot: int
    turns_left: int
    rolling: bool


class PigDice(Game):
    """Roll a four-sided die as often as you dare. A 1 loses the pot of this turn. Two turns each; 8 points win at once."""

    has_chance = True
    chance_total = SIDES
    max_chances = 16
    action_count = 4  # 0 rolls, 1 holds; or the side of the die
    max_length = 40

    def initial(self):
        return Pig(player=0, scores=(0, 0), pot=0, turns_left=TURNS, rolling=False)

    def to_move(self, pig):
        return pig.player

    def chance(self, pig):
        return pig.rolling

    def legal(self, pig, action):
        if pig.rolling:
            return True
        return action == 0 or (action == 1 and pig.pot > 0)

    def next_turn(self, pig, pot):
        scores = list(pig.scores)
        scores[pig.player] += pot
        return Pig(1 - pig.player, tuple(scores), 0, pig.turns_left - 1, False)

    def apply(self, pig, action):
        if not pig.rolling:
            if action == 0:
                return pig._replace(rolling=True)
            return self.next_turn(pig, pig.pot)
        face = action + 1
        if face == 1:
            return self.next_turn(pig, 0)
        pot = pig.pot + face
        if pig.scores[pig.player] + pot >= TARGET:
            return self.next_turn(pig, pot)
        return pig._replace(pot=pot, rolling=False)

    def terminal(self, pig):
        return pig.turns_left == 0 or max(pig.scores) >= TARGET

    def reward(self, pig):
        mine, yours = pig.scores[pig.player], pig.scores[1 - pig.player]
        if mine == yours:
            return 0
        return 1 if mine > yours else -1
