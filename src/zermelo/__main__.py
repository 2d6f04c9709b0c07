"""`python -m zermelo` is `zermelo`."""

from zermelo.cli import main

if __name__ == "__main__":
    main()
