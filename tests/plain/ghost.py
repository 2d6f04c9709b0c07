from string import ascii_lowercase

from zermelo import Game

WORDS = """
    apple apply apron arrow aspen badge baker basil beach bison bread broom brush cabin camel candle carrot cedar chair
    cheese cherry cloud clover copper daisy dance dragon eagle earth ember engine fable falcon fern ferry flame flute
    forest fossil garden garlic ghost giant ginger glove grape harbor hazel hedge heron honey island ivory jacket jaguar
    jewel jungle kettle kitten knight ladder lemon lilac linen lizard magnet maple marble meadow melon mirror
""".split()


def is_prefix(text):
    for word in WORDS:
        if word.startswith(text):
            return True
    return False


class Ghost(Game):
    """Add a letter, so that what you have can still become a word of the list. Whoever completes a word loses."""

    action_count = 26
    max_length = max(len(word) for word in WORDS)

    def initial(self):
        return ""

    def legal(self, text, action):
        return is_prefix(text + ascii_lowercase[action])

    def apply(self, text, action):
        return text + ascii_lowercase[action]

    def terminal(self, text):
        return text in WORDS

    def reward(self, text):
        return 1

    def action_name(self, action):
        return ascii_lowercase[action]
