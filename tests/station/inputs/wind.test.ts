import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gustOf, meanWind, type WindSample } from '../../../src/station/inputs/wind.ts';

const vectorsOf = <T>(name: string): T[] =>
  (
    JSON.parse(readFileSync(join(import.meta.dirname, `../../fixtures/inputs/vectors/${name}.json`), 'utf8')) as {
      vectors: T[];
    }
  ).vectors;
const near = (value: number | null) => (value === null ? null : (expect.closeTo(value, 3) as number));

interface Mean {
  samples: WindSample[];
  mean_speed: number | null;
  mean_dir: number | null;
}

describe('the wind', () => {
  it.each(vectorsOf<Mean>('vector-mean'))('of $samples', ({ samples, mean_speed, mean_dir }) => {
    expect(meanWind(samples)).toEqual({ speedMs: near(mean_speed), directionDeg: near(mean_dir) });
  });

  it.each(vectorsOf<{ note: string; gusts: number[]; speeds: number[]; gust: number | null }>('gust'))(
    'its gust: $note',
    ({ gusts, speeds, gust }) => expect(gustOf(gusts, speeds)).toBe(gust),
  );
});
