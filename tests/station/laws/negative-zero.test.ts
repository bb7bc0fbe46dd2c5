import { describe, expect, it } from 'vitest';
import { Zone } from '../../../src/base/zone.ts';
import { Config } from '../../../src/config/config.ts';
import { toTelemetry } from '../../../src/station/answers/telemetry.ts';
import { PresentValues } from '../../../src/station/inputs/present.ts';
import { Pipeline } from '../../../src/station/sampling/pipeline.ts';
import { freshParts } from '../../../src/station/sampling/pipeline-memory.ts';
import { toRow } from '../../../src/station/sampling/stored-row.ts';
import type { Sample } from '../../../src/station/sensors/sample.ts';
import type { Outside } from '../../../src/station/subjects/outdoors.ts';
import fc from '../../support/drawn.ts';

const START_S = 1_750_500_000;
const config = Config.parse({ site: { latitude: 0, longitude: 0, altitude_m: 0 } });

/** Values around zero, both zeros among them, where their signs go astray. */
const near = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 1e-12, -1e-12, null),
  fc.double({ min: -60, max: 60, noNaN: true }),
);
const vector = fc.option(
  fc.record({ x: near.map((v) => v ?? 0), y: near.map((v) => v ?? 0), z: near.map((v) => v ?? 0) }),
  { nil: null },
);
const sample: fc.Arbitrary<Sample> = fc.record({
  humidityChipC: near,
  pressureChipC: near,
  humidityPct: near,
  pressureHpa: fc.oneof(near, fc.constant(1013.25)),
  cpuC: near,
  accelG: vector,
  gyroDps: vector,
  fieldUt: vector,
  light: fc.constant(null),
});

/** Paths to numbers that are −0. */
function negativeZeros(value: unknown, path = ''): string[] {
  if (Object.is(value, -0)) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => negativeZeros(inner, `${path}.${key}`));
}

const NOTHING_OUTSIDE: Outside = {
  sums: { rain_event: null, rain_month: null, rain_year: null, sunshine_today_h: null, et0_today: null },
  felt: { windChillC: null, apparentC: null, feelsLikeC: null },
  feelsLikeBy: null,
};

describe('negative zero', () => {
  it('never leaves the engine: not in a reading, a row or a record', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(sample, near), { minLength: 1, maxLength: 8 }), (samples) => {
        const pipeline = new Pipeline(config, freshParts(config));
        for (const [i, [one, outdoorC]] of samples.entries()) {
          const { reading } = pipeline.learn(one, START_S + 2 * i, outdoorC);
          const telemetry = toTelemetry(reading, {
            health: 'ok',
            noveltyD2: null,
            simulated: false,
            present: new PresentValues(new Zone('UTC')).at(START_S, 0),
            outside: NOTHING_OUTSIDE,
          });
          const all = { reading, telemetry, row: toRow(reading) };
          expect(negativeZeros(all)).toEqual([]);
        }
      }),
    );
  });

  it('would be seen', () => {
    expect(negativeZeros({ a: { b: -0 }, c: 0 })).toEqual(['.a.b']);
  });
});
