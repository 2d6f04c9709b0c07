from zermelo import Game

BORDERS = {
    "alba": ["brno", "cork", "eton"],
    "brno": ["alba", "cork", "dover"],
    "cork": ["alba", "brno", "dover", "eton", "fulda"],
    "dover": ["brno", "cork", "fulda", "gent"],
    "eton": ["alba", "cork", "fulda"],
    "fulda": ["cork", "dover", "eton", "gent", "hull"],
    "gent": ["dover", "fulda", "hull"],
    "hull": ["fulda", "gent"],
}
REGIONS = sorted(BORDERS)


class Col(Game):
    """Colour a map. Neighbours may not have the same colour. Whoever cannot colour a region loses."""

    action_count = len(REGIONS)
    max_length = len(REGIONS)

    def initial(self):
        return "red", tuple((region, "white") for region in REGIONS)

    def legal(self, state, action):
        turn, colours = state
        colour = dict(colours)
        region = REGIONS[action]
        return colour[region] == "white" and turn not in [colour[n] for n in BORDERS[region]]

    def apply(self, state, action):
        turn, colours = state
        coloured = {**dict(colours), REGIONS[action]: turn}
        return ("blue" if turn == "red" else "red"), tuple(coloured.items())

    def terminal(self, state):
        return all(not self.legal(state, a) for a in range(self.action_count))

    def reward(self, state):
        return -1

    def action_name(self, action):
        return REGIONS[action]
