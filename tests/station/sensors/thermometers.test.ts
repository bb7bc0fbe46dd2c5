import { describe, expect, it } from 'vitest';
import { restored, savedState } from '../../../src/maths/codec.ts';
import { Memory } from '../../../src/station/learned/memory.ts';
import { ThermometerFusion } from '../../../src/station/sensors/thermometers.ts';
import { seeded } from '../../support/seeded.ts';

const T0 = 1_790_000_000;

interface Rig {
  fusion: ThermometerFusion;
  /** One turn every 2 s with these noises about the truth; null where a chip is missing. */
  turn(truthC: number, humidityNoiseC: number | null, pressureNoiseC: number | null, apartC?: number): number | null;
  tS: number;
}

function rig(seed = 1): Rig {
  const { normal } = seeded(seed);
  const at: Rig = {
    fusion: new ThermometerFusion(),
    tS: T0,
    turn(truthC, humidityNoiseC, pressureNoiseC, apartC = 0) {
      at.tS += 2;
      const humidityChipC = humidityNoiseC === null ? null : truthC + humidityNoiseC * normal();
      const pressureChipC = pressureNoiseC === null ? null : truthC - apartC + pressureNoiseC * normal();
      at.fusion.learn({ humidityChipC, pressureChipC }, at.tS);
      return at.fusion.predict();
    },
  };
  return at;
}

const rms = (values: number[]): number => Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);

it('learns how noisy each thermometer is, and is less noisy than either', () => {
  const { turn, fusion } = rig();
  const errors: number[] = [];
  for (let i = 0; i < 6000; i++) {
    const slow = 24 + Math.sin(i / 500);
    const c = turn(slow, 0.05, 0.03)!;
    if (i > 2000) errors.push(c - slow);
  }
  const { humidityChip, pressureChip } = fusion.state;
  expect(Math.sqrt(humidityChip.varianceC2)).toBeCloseTo(0.05, 2);
  expect(Math.sqrt(pressureChip.varianceC2)).toBeCloseTo(0.03, 2);
  expect(rms(errors)).toBeLessThan(0.03);
  expect(rms(errors)).toBeGreaterThan(0.02); // 1/sqrt(1/0.05^2 + 1/0.03^2) = 0.0257, and nothing is smoothed
});

it('does not jump when one of two that stand apart drops out', () => {
  const { turn } = rig();
  for (let i = 0; i < 3000; i++) turn(24, 0.02, 0.02, 1.6);
  const both = turn(24, 0.02, 0.02, 1.6)!;
  const humidityAlone = turn(24, 0.02, null, 1.6)!;
  const pressureAlone = turn(24, null, 0.02, 1.6)!;
  expect(Math.abs(humidityAlone - both)).toBeLessThan(0.15);
  expect(Math.abs(pressureAlone - both)).toBeLessThan(0.15);
});

it('has no temperature without a reading', () => {
  const { turn } = rig();
  turn(24, 0.02, 0.02);
  expect(turn(24, null, null)).toBeNull();
});

it('takes the one thermometer there is', () => {
  const { turn } = rig();
  expect(turn(21, null, 0)).toBe(21);
});

describe('a latched thermometer', () => {
  const warming = (fusion: ThermometerFusion, minutes: number, stuckC: number | null, tS: number) => {
    const notices = [];
    const { normal } = seeded(3);
    for (let i = 0; i < minutes * 30; i++) {
      const truthC = 20 + i / 900;
      notices.push(
        ...fusion.learn(
          { humidityChipC: stuckC ?? truthC + 0.02 * normal(), pressureChipC: truthC + 0.02 * normal() },
          tS + 2 * i,
        ),
      );
    }
    return notices;
  };

  it('is noticed once, left out, and taken back when it moves', () => {
    const fusion = new ThermometerFusion();
    expect(warming(fusion, 30, null, T0)).toEqual([]);
    expect(warming(fusion, 60, 20, T0 + 1800)).toEqual([{ thermometer: 'humidityChip', latched: true }]);
    expect(fusion.predict()).toBeCloseTo(22, 1); // follows the other, not the 20 that one keeps saying
    expect(fusion.state).toMatchObject({ humidityChip: { latched: true }, pressureChip: { latched: false } });
    expect(warming(fusion, 5, null, T0 + 5400)).toEqual([{ thermometer: 'humidityChip', latched: false }]);
  });

  it('is not suspected in a room of perfectly constant temperature', () => {
    const fusion = new ThermometerFusion();
    const notices = [];
    for (let tS = T0; tS < T0 + 6000; tS += 2) {
      notices.push(...fusion.learn({ humidityChipC: 21.5, pressureChipC: 21.875 }, tS));
    }
    expect(notices).toEqual([]);
  });

  it('is not suspected of a thermometer that stands alone, such as that of a console in a night of fog', () => {
    const fusion = new ThermometerFusion();
    const notices = [];
    for (let tS = T0; tS < T0 + 43_200; tS += 10) {
      notices.push(...fusion.learn({ humidityChipC: 3.4, pressureChipC: null }, tS));
      expect(fusion.predict()).toBe(3.4);
    }
    expect(notices).toEqual([]);
  });

  it('is not made by a clock that jumps ahead', () => {
    const fusion = new ThermometerFusion();
    fusion.learn({ humidityChipC: 21.5, pressureChipC: 21 }, T0);
    expect(fusion.learn({ humidityChipC: 21.5, pressureChipC: 23 }, T0 + 86_400)).toEqual([]);
  });

  it('does not become the quietest of the two by saying always the same', () => {
    const fusion = new ThermometerFusion();
    warming(fusion, 30, null, T0);
    const before = Math.sqrt(fusion.state.humidityChip.varianceC2);
    warming(fusion, 10, 20, T0 + 1800);
    expect(Math.sqrt(fusion.state.humidityChip.varianceC2)).toBeGreaterThan(0.9 * before);
  });
});

it('goes on after a restart as if nothing had happened', () => {
  const first = rig(7);
  for (let i = 0; i < 500; i++) first.turn(22, 0.05, 0.02, 0.8);
  const after = restored(new ThermometerFusion(), JSON.parse(JSON.stringify(savedState(first.fusion))));
  // The first turn after a restart has no predecessor to take a difference from.
  const next = (tS: number) => ({ humidityChipC: 22 + 0.01 * (tS % 7), pressureChipC: 21.2 + 0.01 * (tS % 5) });
  for (let tS = first.tS + 2; tS < first.tS + 40; tS += 2) {
    expect(after.learn(next(tS), tS)).toEqual(first.fusion.learn(next(tS), tS));
    expect(after.predict()).toBeCloseTo(first.fusion.predict()!, 3);
  }
});

it('starts afresh from a state that is none', () => {
  const broken = JSON.parse('{"humidityChip":{"varianceC2":null},"pressureChip":null,"differenceC":1}');
  const told: string[] = [];
  const saved = { load: () => ({ found: true as const, state: broken }), putAll: () => {}, saveLater: () => {} };
  const memory = new Memory(saved, (_kind, _severity, { detail }) => told.push(detail));
  const fusion = memory.component('thermometers', 2, () => new ThermometerFusion());
  expect(told).toEqual([expect.stringContaining('thermometers')]);
  fusion.learn({ humidityChipC: 20, pressureChipC: 20 }, T0);
  expect(fusion.predict()).toBe(20);
});
