"""The shortest linear recurrence that some values obey."""

from __future__ import annotations


def recurrence_order(values: list[int], prime: int) -> int:
    """The least order of a linear recurrence with constant coefficients that these values obey modulo a prime (Berlekamp
    and Massey). It is that of the whole sequence if it is at most half their number, and if that has one as short.
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
