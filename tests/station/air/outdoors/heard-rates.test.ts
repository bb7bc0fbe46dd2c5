import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../../src/base/durations.ts';
import { Config } from '../../../../src/config/config.ts';
import { MEASURES } from '../../../../src/quantities/measures.ts';
import { HeardRates } from '../../../../src/station/air/outdoors/heard-rates.ts';
import { filterBankSettings } from '../../../../src/station/sampling/pipeline-memory.ts';

const { inHg } = MEASURES.hpa.from;
const PERIOD_S = 2;
const CONFIG = Config.parse({ sensors: { sample_interval_s: PERIOD_S } });

const RATE_OF = {
  temperatureC: 'temperatureCPerH',
  humidityPct: 'humidityPctPerH',
  stationHpa: 'pressureHpaPerH',
} as const;
type Told = keyof typeof RATE_OF;

/** Rates each five minutes while a value changes steadily, and a console tells it in whole steps. */
function ratesOf(told: Told, everyS: number, perH: number, digit: number): number[] {
  const heard = new HeardRates(filterBankSettings(CONFIG, true));
  const rates: (number | null)[] = [];
  const air = { air: 1, temperatureC: null, humidityPct: null, barometer: 1, stationHpa: null };
  let value = 0;
  for (let tS = 0; tS <= 8 * HOUR_S; tS += PERIOD_S) {
    if (tS % everyS === 0) value = digit * Math.round((1010 + (perH * tS) / HOUR_S) / digit);
    const now = heard.learn({ ...air, [told]: value }, tS).rates;
    if (tS >= HOUR_S && tS % 300 === 0) rates.push(now[RATE_OF[told]]);
  }
  expect(rates).not.toContain(null);
  return rates as number[];
}

const meanOf = (rates: readonly number[]): number => rates.reduce((sum, rate) => sum + rate, 0) / rates.length;

describe('the pressure of a console that tells hundredths of an inch', () => {
  it.each([16, 60, 300])('has a tendency while it falls, from reports every %i s: one digit is no jump', (everyS) => {
    for (const hpaPerH of [-0.5, -1, -2, 1.5]) {
      expect(Math.abs(meanOf(ratesOf('stationHpa', everyS, hpaPerH, inHg(0.01))) - hpaPerH)).toBeLessThan(0.15);
    }
  });
});

describe('a console that reports every ten minutes', () => {
  it.each<[Told, number, number]>([
    ['stationHpa', -2.5, 0.1],
    ['stationHpa', -5, 0.1],
    ['stationHpa', -4, inHg(0.01)],
    ['temperatureC', 4, 0.1],
    ['temperatureC', -8, 0.1],
    ['humidityPct', -20, 1],
    ['humidityPct', 40, 1],
  ])('tells how fast %s changes at %d an hour: what moved between two reports has not jumped', (told, perH, digit) => {
    expect(Math.abs(meanOf(ratesOf(told, 600, perH, digit)) / perH - 1)).toBeLessThan(0.1);
  });
});
