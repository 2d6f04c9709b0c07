from functools import cache

from zermelo import Game

ANIMALS = [
    "ant", "tiger", "rabbit", "turtle", "elephant", "toad", "dog", "goat", "emu", "eel",
    "lion", "newt", "tapir", "rat", "trout", "deer", "raven", "narwhal",
]


@cache
def follows(previous: str, word: str) -> bool:
    return previous[-1] == word[0]


class Geography(Game):
    """Say an animal that begins with the last letter of the one before. No animal twice. Whoever is stuck loses."""

    action_count = len(ANIMALS)
    max_length = len(ANIMALS)

    def initial(self):
        return "ant", frozenset({"ant"})

    def legal(self, state, action):
        last, said = state
        animal = ANIMALS[action]
        return animal not in said and follows(last, animal)

    def apply(self, state, action):
        _, said = state
        animal = ANIMALS[action]
        return animal, said | {animal}

    def terminal(self, state):
        last, said = state
        return all(animal in said or not follows(last, animal) for animal in ANIMALS)

    def reward(self, state):
        return -1

    def action_name(self, action):
        return ANIMALS[action]
