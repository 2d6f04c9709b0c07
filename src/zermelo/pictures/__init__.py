"""Draws search trees: as data for programs, as pictures, as a page that shows the search step by step.

SearchTree --> document: a dict with the levels near the root --> svg, text, page: texts
"""

from zermelo.pictures.document import document
from zermelo.pictures.page import to_page
from zermelo.pictures.svg import to_svg
from zermelo.pictures.text import to_text

__all__ = ["document", "to_page", "to_svg", "to_text"]
