import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../../src/base/durations.ts';
import { Config } from '../../../../src/config/config.ts';
import { MEASURES } from '../../../../src/quantities/measures.ts';
import { HeardRates } from '../../../../src/station/air/outdoors/heard-rates.ts';
import { filterBankSettings } from '../../../../src/station/sampling/pipeline-memory.ts';

const { inHg } = MEASURES.hpa.from;
const PERIOD_S = 2;

/** Rates of pressure, each five minutes, while it falls steadily and a console tells it in hundredths of an inch. */
function ratesOf(everyS: number, hpaPerH: number): (number | null)[] {
  const heard = new HeardRates(filterBankSettings(Config.parse({ sensors: { sample_interval_s: PERIOD_S } })));
  const rates: (number | null)[] = [];
  let stationHpa = 0;
  for (let tS = 0; tS <= 8 * HOUR_S; tS += PERIOD_S) {
    if (tS % everyS === 0) stationHpa = inHg(Math.round((1010 + (hpaPerH * tS) / HOUR_S) / inHg(0.01)) / 100);
    const air = { air: 1, temperatureC: null, humidityPct: null, barometer: 1, stationHpa };
    const { pressureHpaPerH } = heard.learn(air, tS).rates;
    if (tS >= HOUR_S && tS % 300 === 0) rates.push(pressureHpaPerH);
  }
  return rates;
}

describe('the pressure of a console that tells hundredths of an inch', () => {
  it.each([16, 60, 300])('has a tendency while it falls, from reports every %i s: one digit is no jump', (everyS) => {
    for (const hpaPerH of [-0.5, -1, -2, 1.5]) {
      const rates = ratesOf(everyS, hpaPerH);
      expect(rates).not.toContain(null);
      const mean = rates.reduce<number>((sum, rate) => sum + rate!, 0) / rates.length;
      expect(Math.abs(mean - hpaPerH)).toBeLessThan(0.15);
    }
  });
});
