import { seeded } from '../../support/seeded.ts';

const START_S = 1_700_006_400;

/** Some samples of a day, every `stepS`: a warm CPU, a humidity that reaches 100, a sun. */
export function day(seed: number, stepS = 60, n = 1440) {
  const { normal } = seeded(seed);
  let drift = 0;
  return Array.from({ length: n }, (_, i) => {
    const tS = START_S + i * stepS;
    const turn = Math.sin((2 * Math.PI * (tS % 86_400)) / 86_400 - Math.PI / 2);
    drift = 0.995 * drift + 0.05 * normal();
    const elevationDeg = 40 * turn;
    return {
      i,
      tS,
      temperatureC: 18 + 6 * turn + drift + 0.05 * normal(),
      humidityPct: Math.min(100, 88 - 15 * turn + 4 * drift),
      stationHpa: 1000 + 3 * drift + 0.02 * normal(),
      cpuC: 48 + 2 * turn + normal(),
      elevationDeg,
      azimuthDeg: 180 + 90 * turn,
      light: Math.max(0.02, 90 * elevationDeg + 200 * normal()),
    };
  });
}

/** Gravity, rate and field of a board that is knocked over half way. */
export function vectors(seed: number, n = 1200) {
  const { normal } = seeded(seed);
  return Array.from({ length: n }, (_, i) => {
    const fallen = i > n / 2;
    const angle = i / 50;
    return {
      tS: START_S + 2 * i,
      accelG: { x: (fallen ? 0.9 : 0) + 0.01 * normal(), y: 0.01 * normal(), z: (fallen ? 0.43 : 1) + 0.01 * normal() },
      gyroDps: { x: 0.4 + 0.1 * normal(), y: -0.2 + 0.1 * normal(), z: 0.1 * normal() },
      fieldUt: { x: 12 + 20 * Math.cos(angle), y: -7 + 20 * Math.sin(angle), z: 42 + normal() },
    };
  });
}

export const signals = (seed: number, n = 900, dims = 3): number[][] => {
  const { normal } = seeded(seed);
  return Array.from({ length: n }, () => {
    const shared = normal();
    return Array.from({ length: dims }, (_, d) => d * shared + normal());
  });
};

/** Feature vectors with a bias, and what they mean. */
export function lessons(seed: number, features: number, n = 800): { phi: Float64Array; y: number }[] {
  const { normal } = seeded(seed);
  return Array.from({ length: n }, () => {
    const phi = Float64Array.from({ length: features }, (_, i) => (i === 0 ? 1 : normal()));
    return { phi, y: 0.5 * phi[1]! - 0.2 * phi[features - 1]! + 0.3 * normal() };
  });
}
