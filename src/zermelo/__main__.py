"""`python -m zermelo` does the same as the command `zermelo`."""

from zermelo.cli import main

if __name__ == "__main__":
    main()
