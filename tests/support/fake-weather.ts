import { seeded } from './seeded.ts';

/** The weather of a made-up place: a few sines and a seeded wobble, a pure function of time. Mid-latitude, mildly changeable. */
export interface FakeWeather {
  temperatureC: number;
  humidityPct: number;
  pressureHpa: number;
  dewC: number;
  lux: number;
  cpuC: number;
  temperatureRateCPerH: number;
  pressureRateHpaPerH: number;
}

const DAY_S = 86_400;
const turn = (tS: number, periodS: number, phase: number) => Math.sin((2 * Math.PI * tS) / periodS + phase);

export function fakeWeather(seed: number): (tS: number) => FakeWeather {
  const { uniform } = seeded(seed);
  const phases = Array.from({ length: 4 }, () => uniform() * 2 * Math.PI);
  const temperature = (tS: number) =>
    14 + 5 * turn(tS, DAY_S, 4.2) + 2 * turn(tS, 5.3 * DAY_S, phases[0]!) + 0.15 * turn(tS, 1700, phases[1]!);
  const pressure = (tS: number) => 1013 + 9 * turn(tS, 6.1 * DAY_S, phases[2]!) + 2 * turn(tS, 1.7 * DAY_S, phases[3]!);
  return (tS) => {
    const temperatureC = temperature(tS);
    const humidityPct = Math.min(
      98,
      Math.max(25, 68 - 3.2 * (temperatureC - 14) + 4 * turn(tS, 2.3 * DAY_S, phases[1]!)),
    );
    return {
      temperatureC,
      humidityPct,
      pressureHpa: pressure(tS),
      dewC: temperatureC - (100 - humidityPct) / 5,
      lux: Math.max(0, 9000 * turn(tS, DAY_S, 4.6)),
      cpuC: 52 + 3 * turn(tS, 5400, phases[0]!),
      temperatureRateCPerH: (temperature(tS + 60) - temperature(tS - 60)) * 30,
      pressureRateHpaPerH: (pressure(tS + 60) - pressure(tS - 60)) * 30,
    };
  };
}
