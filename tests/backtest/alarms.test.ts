import { describe, expect, it } from 'vitest';
import { type AlarmBacktest, alarmBacktest } from '../../src/backtest/alarms.ts';
import { type RecordRow, RecordTicks } from '../../src/backtest/record.ts';
import { Zone } from '../../src/base/zone.ts';
import { SHELF } from '../../src/config/alarm-shelf.ts';
import { AlarmChances } from '../../src/station/alarms/alarm-chances.ts';
import { scoreOf } from '../../src/station/alarms/score.ts';
import { ForecastEngine } from '../../src/station/forecast/engine.ts';
import { settingsFor, weather } from '../station/forecast/weather.ts';

const STEP_S = 3600;
const DAYS = 70;
const WARMUP_DAYS = 15;
const RULE = { id: 'frost_tonight', ...SHELF.frost_tonight };
const OPTIONS = { settings: settingsFor(STEP_S), altitudeM: 100, warmupDays: WARMUP_DAYS };

/** A winter near freezing. */
const recordOf = (days: number): RecordRow[] =>
  weather(101, days, STEP_S).map(({ tS, temperatureC, humidityPct, stationHpa }) => ({
    tS,
    temperatureC: temperatureC! - 6,
    humidityPct,
    pressureHpa: stationHpa,
    solarWm2: null,
    rainMm: null,
  }));

function scored(rows: readonly RecordRow[]): AlarmBacktest {
  const replaying = alarmBacktest(rows, OPTIONS);
  let step = replaying.next();
  while (!step.done) step = replaying.next();
  return step.value;
}

const record = recordOf(DAYS);
const result = scored(record);

describe('backtest of "frost tonight"', () => {
  it('scores each night after the warm-up once, and each hour of it', () => {
    const { frostTonight, nights, frosts } = result;
    expect(nights.length).toBeGreaterThan(45);
    expect(nights.length).toBeLessThanOrEqual(DAYS - WARMUP_DAYS);
    expect(frosts).toBeGreaterThan(10);
    expect(frostTonight.came + frostTonight.missed).toBeLessThanOrEqual(frosts);
    expect(frostTonight.record).toHaveLength(nights.length);
    const asked = frostTonight.reliability.reduce((sum, { n }) => sum + n, 0);
    expect(asked).toBeGreaterThan(nights.length);
    expect(asked).toBeLessThanOrEqual(24 * nights.length);
  });

  it('is better than the climatology of the station, and than the thermometer alone', () => {
    const { brier_skill, false_per_month, naive } = result.frostTonight;
    expect(brier_skill).toBeGreaterThan(0.25);
    expect(naive!.brier_skill!).toBeLessThan(brier_skill!);
    expect(naive!.false_per_month!).toBeGreaterThan(false_per_month!);
  });

  it('does not peek: other weather after a night changes nothing that was said until then', () => {
    const at = 50 * 24;
    const lived = record.slice(0, at + 5 * 24); // long after that night
    const other = lived.map((row, i) => (i <= at ? row : { ...row, temperatureC: row.temperatureC! + 9 }));
    const untilS = record[at]!.tS;
    const saidUntil = ({ frostTonight }: AlarmBacktest) => frostTonight.record.filter(({ ts }) => ts <= untilS);
    const said = saidUntil(scored(other));
    expect(said.length).toBeGreaterThan(25);
    expect(said).toEqual(saidUntil(result));
  });
});

describe('a station', () => {
  it('says and scores what the backtest does, bit for bit, and a restart changes nothing', () => {
    const engine = new ForecastEngine(OPTIONS.settings);
    const zone = new Zone(OPTIONS.settings.timezone);
    const ticks = new RecordTicks(STEP_S, OPTIONS.settings, OPTIONS.altitudeM);
    let chances = new AlarmChances([RULE], zone, STEP_S);
    for (const [i, row] of record.entries()) {
      const tick = ticks.tick(row);
      engine.tick(tick);
      if (tick.tS % 86_400 === 3 * 3600) for (const _ of engine.adopting.night());
      chances.tick(tick);
      chances.work(engine);
      if (i % 501 === 250) {
        const states = JSON.parse(JSON.stringify(chances));
        chances = new AlarmChances([RULE], zone, STEP_S, { states, lost: (_, why) => expect.fail(why) });
      } else if (i % 501 === 100) chances.take([{ ...RULE, on: 0.5 + (i % 7) / 100 }]);
    }
    const warmS = record[0]!.tS + WARMUP_DAYS * 86_400;
    const { periods } = chances.get(RULE.id)!.record;
    const nights = periods.filter(({ startS, came }) => startS >= warmS && came !== null);
    expect(scoreOf(RULE.id, nights, RULE.on, true)).toEqual(result.frostTonight);
  });
});
