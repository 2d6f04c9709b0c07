"""zermelo: write a game as a plain Python class, and get perfect play at native speed.

    >>> import zermelo
    >>> zermelo.solve("mnk(3,3,3)").sentence()
    'With best play this is a draw.'

The built-in games are in `zermelo.games`. Each name is imported when it is first used, so `import zermelo` is fast.
"""

from zermelo.core.lazy import lazy_exports
from zermelo.core.version import __version__ as __version__

__all__, __getattr__, __dir__ = lazy_exports(__name__, __file__)
