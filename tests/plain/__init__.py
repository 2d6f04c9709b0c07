"""Forty games as people write them on their first day. They stay as they are: zermelo has to accept them."""
