"""Functions that a case of simulation_test.py names."""


def damper(time, velocity):
    return -2e5 * velocity


def two(time, velocity, position):
    return [-2e5 * velocity, -1e3 * position]


def broken(time, velocity):
    raise ValueError("no battery")


def gain(name):
    return {"low": 1e5}[name]


def misspelt(time, velocity):
    return gain("lwo") * velocity
