#!/usr/bin/env python3
"""A device as an environment in the manner of Gymnasium: reset() and step(action), reward the energy absorbed.

    environment.py SPHERE_FOLDER

With gymnasium installed the class is a gymnasium.Env, with spaces; without it the same methods stand alone.
"""
import pathlib
import sys

import numpy
import swell

try:
    import gymnasium
    Base = gymnasium.Env
except ImportError:
    gymnasium, Base = None, object


class PointAbsorber(Base):
    """A sphere whose PTO takes any force of up to `limit` [N], held for `hold` [s].

    Observation (3,): heave [m], its rate [m/s], wave elevation [m]. Action (1,): force over `limit`, -1 to 1. Reward: energy absorbed
    since the last step [MJ]. An episode ends (truncated) with the case.
    """

    def __init__(self, folder, limit=3e5, hold=0.1):
        self.case = swell.load(pathlib.Path(folder) / "regular.yaml")
        self.case.edit({"ptos.PTO.damping": 0, "simulation.duration": 60, "simulation.ramp": 10,
                        "waves": {"type": "irregular", "spectrum": "jonswap", "significant_height": 1.5, "peak_period": 7, "bins": {"count": 100}}})
        self.limit, self.hold, self.sim = limit, hold, None
        if gymnasium is not None:
            self.observation_space = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (3,), numpy.float64)
            self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (1,), numpy.float64)

    def observe(self):
        return numpy.array([self.sim.read("sphere.position")[2], self.sim.read("PTO.velocity"), self.sim.read("wave/elevation")])

    def reset(self, *, seed=None, options=None):
        """A new sea for each seed. Returns the observation and a dict."""
        if seed is not None:
            self.case["waves.seed"] = int(seed) + 1
        self.sim = self.case.simulation(inputs=["PTO.force"])
        return self.observe(), {}

    def step(self, action):
        """Returns observation, reward, terminated, truncated and a dict."""
        force = self.limit * float(numpy.clip(numpy.ravel(action)[0], -1, 1))
        before = self.sim.read("PTO.position")
        self.sim.set_input("PTO.force", force)
        goes_on = self.sim.step(self.hold)
        energy = -force * (self.sim.read("PTO.position") - before)  # [J] exact, for the force is held
        return self.observe(), 1e-6 * energy, not goes_on, self.sim.time >= self.sim.end - 1e-9, {"time": self.sim.time, "energy": energy}


def main():
    environment = PointAbsorber(sys.argv[1])
    for name, policy in (("no force", lambda o: [0.0]), ("damper of 1.5e5 N s/m", lambda o: [-0.5 * o[1]])):
        observation, _ = environment.reset(seed=1)
        total, over = 0.0, False
        while not over:
            observation, reward, terminated, truncated, _ = environment.step(policy(observation))
            total += reward
            over = terminated or truncated
        print(f"{name}: {total:.3f} MJ in {environment.sim.time:g} s")
    assert total > 0.0


if __name__ == "__main__":
    main()
