"""Shows positions and results: boards as SVG and as text, those derived for games that draw none, tables in notebooks."""
