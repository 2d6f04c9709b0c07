"""Games of OpenSpiel as games of zermelo."""
