"""What tests of several parts share: oracles, games, and ways to run what is tested."""
