"""The order of the shortest linear recurrence that some values obey."""

from __future__ import annotations


def recurrence_order(values: list[int], prime: int) -> int:
    """The least order of a linear recurrence with constant coefficients that the values obey modulo a prime.

    By the algorithm of Berlekamp and Massey. If the whole sequence obeys a recurrence whose order is at most half the number
    of values, the result is the least order for the whole sequence.
    """
    current, previous = [1], [1]
    order, gap, last = 0, 1, 1
    for at, value in enumerate(values):
        error = (value + sum(current[i] * values[at - i] for i in range(1, min(order, len(current) - 1) + 1))) % prime
        if error == 0:
            gap += 1
            continue
        factor = error * pow(last, -1, prime) % prime
        longer = current + [0] * (len(previous) + gap - len(current))
        for i, coefficient in enumerate(previous):
            longer[i + gap] = (longer[i + gap] - factor * coefficient) % prime
        if 2 * order <= at:
            previous, last, order, gap = current, error, at + 1 - order, 1
        else:
            gap += 1
        current = longer
    return order
