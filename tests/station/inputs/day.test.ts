import { cpSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import { atOnce } from '../../../src/base/steps.ts';
import type { Station } from '../../../src/station/app/station.ts';
import { decodeConsole } from '../../../src/station/inputs/families/console.ts';
import { decodeTempest } from '../../../src/station/inputs/families/tempest.ts';
import { noBoard } from '../../../src/station/inputs/heard-board.ts';
import { Bench } from '../../support/station.ts';
import { bodyAt, EVERY_S, FELL_MM, HIGHEST_GUST_MPH } from './support/gateway-day.ts';

let bench: Bench;

const START_S = Date.UTC(2026, 5, 14, 22) / 1000; // midnight in Copenhagen
const SAMPLE_S = 48;
const NOON_S = START_S + 12 * HOUR_S;
const settings = { sensors: { source: 'ecowitt', sample_interval_s: SAMPLE_S }, storage: { commit_interval_s: 600 } };

const quick = { sensors: { source: 'ecowitt', sample_interval_s: 8 }, storage: { commit_interval_s: 30 } };

/** A station that begins in a folder of its own, or with what lies in another one. */
async function begun(of: object, startS = START_S, left: string | null = null): Promise<Station> {
  const made = new Bench(of, startS);
  bench = made;
  if (left !== null) cpSync(left, made.folder, { recursive: true });
  const station = made.build(noBoard);
  await station.start();
  onTestFinished(async () => {
    await station.stop();
    made.discard();
  });
  return station;
}
/** The newest one is killed: what is on the disk now is all that the next start finds. */
const killed = (of: object, startS: number) => begun(of, startS, bench.folder);

/** What a gauge has counted this year. */
const counts = (station: Station, inches: string, gauge = 'A') => {
  const body = `PASSKEY=${gauge}&stationtype=G&model=${gauge}&tempf=60&yearlyrainin=${inches}`;
  station.inputs.take(decodeConsole(body, 'POST', '192.0.2.7'));
};
const firstHour = (station: Station): number[] => {
  const { series } = atOnce(station.history.range(START_S, START_S + HOUR_S, HOUR_S));
  return (series as Record<string, number[]>)['rain']!;
};
const sum = (mm: readonly (number | null)[]): number => mm.reduce<number>((all, one) => all + (one ?? 0), 0);

describe('a day of a gateway', () => {
  it('ends in the same history as its sums, over its midnight and a reset of its counter: rain to the tip, the highest gust', async () => {
    bench = new Bench(settings, NOON_S);
    onTestFinished(() => bench.discard());
    const { clock } = bench;
    let station = bench.build(noBoard);
    await station.start();
    const report = (s: number) => station.inputs.take(decodeConsole(bodyAt(NOON_S, s), 'POST', '192.0.2.7'));
    for (let s = 0; s < DAY_S; s += EVERY_S) {
      const isLost = s % 2400 < 400 && s > 30_000; // the radio is lost for minutes
      if (!isLost) report(s);
      if (s % 1600 === 0) report(s); // the packet comes twice
      if (s === 30_000 - (30_000 % EVERY_S)) {
        await station.stop(); // and once the station restarts
        station = bench.build(noBoard);
        await station.start();
      }
      await clock.advance(EVERY_S * 1000);
    }
    const now = await station.telemetry();
    const { series } = atOnce(station.history.range(NOON_S, NOON_S + DAY_S, HOUR_S)) as {
      series: Record<string, (number | null)[]>;
    };
    expect(Math.abs(sum(series['rain']!) - FELL_MM)).toBeLessThan(0.06);
    expect(sum(series['rain']!.slice(12))).toBeCloseTo(now.rain_today!, 4); // from midnight on
    expect(now.rain_today).toBeGreaterThan(4);
    expect(Math.max(...series['wind_gust']!.map(Number))).toBeCloseTo(HIGHEST_GUST_MPH * 0.44704, 1);
    expect(now.simulated).toBe(false);
    await station.stop();
  });

  it('loses and invents no rain when the program is killed: increments and counter are stored together', async () => {
    let station = await begun(quick);
    const { clock } = bench;
    counts(station, '10.000');
    await clock.advance(40_000);
    counts(station, '10.100');
    await clock.advance(40_000); // committed
    counts(station, '10.200');
    await clock.advance(8000); // sampled, not committed
    station = await killed(quick, START_S + 100);
    counts(station, '10.300');
    await bench.clock.advance(16_000);
    expect((await station.telemetry()).rain_today).toBeCloseTo(0.3 * 25.4, 3);
    expect((await station.telemetry()).rain_event).toBeCloseTo(0.3 * 25.4, 3);
  });

  it.each(['a new name', 'its own time'] as const)(
    'loses no rain to a kill when what is learned was saved between two commits, by %s',
    async (why) => {
      let station = await begun({ ...quick, storage: { commit_interval_s: 600 } });
      counts(station, '10.000');
      await bench.clock.advance(why === 'a new name' ? 16_000 : 880_000); // commits after 10 and 20 min, learned state after 15
      counts(station, '10.200');
      await bench.clock.advance(8000); // in a sample that waits for its commit
      if (why === 'a new name') station.inputs.adopt(station.inputs.list().inputs[0]!.id, { name: 'Garden' });
      else await bench.clock.advance(60_000);
      station = await killed(quick, START_S + 1000);
      counts(station, '10.300');
      await bench.clock.advance(16_000);
      expect((await station.telemetry()).rain_today).toBeCloseTo(0.3 * 25.4, 3);
      expect(sum(firstHour(station))).toBeCloseTo(0.3 * 25.4, 3);
    },
  );

  it('has the rain of an outage after a kill, though none fell since the gauge was taken in', async () => {
    let station = await begun(quick);
    counts(station, '10.000');
    await bench.clock.advance(40_000); // committed, dry
    station = await killed(quick, START_S + 100);
    counts(station, '10.100');
    await bench.clock.advance(16_000);
    expect((await station.telemetry()).rain_today).toBeCloseTo(2.54, 3);
  });

  it('has the same rain today, in its event and in its month when a commit fell between the report and its sample, and a kill came', async () => {
    let station = await begun(quick);
    counts(station, '10.000');
    await bench.clock.advance(40_000);
    counts(station, '10.100');
    station.commitNow();
    await bench.clock.advance(8000); // sampled
    station.commitNow();
    station = await killed(quick, START_S + 100);
    counts(station, '10.100');
    await bench.clock.advance(16_000);
    const { rain_today, rain_event, rain_month } = await station.telemetry();
    expect(rain_month).toBeCloseTo(2.54, 3);
    expect([rain_today, rain_event]).toEqual([rain_month, rain_month]);
  });

  it.each([-40, 40])(
    'has the sums of the day, event and month that rain really fell in once its clock is mended by %i days',
    async (days) => {
      const station = await begun(quick, START_S + 23 * HOUR_S);
      const { clock } = bench;
      const reports = async (inches: number) => {
        counts(station, String(inches));
        await clock.advance(60_000);
      };
      for (const inches of [10, 10, 10.1, 10.1]) await reports(inches);
      clock.jumpWallS(days * DAY_S);
      for (let minute = 0; minute < 10; minute += 1) await reports(10.1);
      await reports(10.2);
      const { rain_today, rain_event, rain_month, rain_year } = await station.telemetry();
      for (const sum of [rain_today, rain_event, rain_month, rain_year]) expect(sum).toBeCloseTo(5.08, 3);
      await clock.advance(HOUR_S * 1000);
      await reports(10.2);
      expect((await station.telemetry()).rain_today).toBe(0); // its midnight came
    },
  );

  it('keeps the rain of a Tempest, which is said once, through a kill behind the next sample', async () => {
    const tempest = { sensors: { source: 'tempest', sample_interval_s: 8 }, storage: { commit_interval_s: 600 } };
    let station = await begun(tempest);
    await bench.clock.advance(40_000);
    const row = [START_S + 40, 0, 1, 2, 90, 3, 1000, 10, 50, 100, 1, 3, 0.5, 1, 0, 0, 2.6, 1];
    station.inputs.take(decodeTempest(JSON.stringify({ serial_number: 'ST-1', type: 'obs_st', obs: [row] })));
    await bench.clock.advance(16_000);
    station = await killed(tempest, START_S + 100);
    expect(sum(firstHour(station))).toBeCloseTo(0.5, 6);
  });

  it('counts no rain twice that two gauges measured one after the other', async () => {
    const station = await begun(quick);
    const { clock } = bench;
    const report = async (key: string, mm: number) => {
      counts(station, (mm / 25.4).toFixed(4), key);
      await clock.advance(16_000);
    };
    const id = (key: string) => station.inputs.list().inputs.find(({ model }) => model === key)!.id;
    await report('A', 100);
    await report('A', 101);
    await report('B', 500);
    station.inputs.adopt(id('B'), { replaces: id('A') });
    await report('B', 500);
    await report('B', 503);
    station.inputs.retire(id('B'));
    station.inputs.adopt(id('A'), {}); // its counter gained the same 3 mm
    await report('A', 104);
    await report('A', 104.5);
    expect((await station.telemetry()).rain_today).toBeCloseTo(1 + 3 + 0.5, 2);
  });

  it.each(['retired', 'main again'] as const)(
    'counts no rain twice when a silent gauge takes over from another that has counted it: %s',
    async (how) => {
      const station = await begun(quick);
      const report = async (key: string, mm: number) => {
        counts(station, (mm / 25.4).toFixed(4), key);
        await bench.clock.advance(16_000);
      };
      const id = (key: string) => station.inputs.list().inputs.find(({ model }) => model === key)!.id;
      await report('A', 100);
      await report('A', 101);
      await report('B', 500);
      station.inputs.adopt(id('B'), { main_for: ['rain'] });
      await report('B', 500);
      for (const mm of [502, 504, 506]) await report('B', mm);
      if (how === 'retired') station.inputs.retire(id('B'));
      else station.inputs.adopt(id('A'), { main_for: ['rain'] });
      await report('A', 106); // of which B has counted 5 or 6
      await report('A', 106.5);
      expect((await station.telemetry()).rain_today).toBeCloseTo(1 + 6 + 0.5, 2);
    },
  );

  it('is the source of what it measures, and of nothing else', async () => {
    const station = await begun(quick);
    station.inputs.take(decodeConsole('PASSKEY=A&stationtype=G&tempf=60&windspeedmph=3', 'POST', '192.0.2.7'));
    const [console] = station.inputs.list().inputs;
    const adopted = station.inputs.adopt(console!.id, { main_for: ['temperature', 'rain', 'leak9', '__proto__'] });
    expect(adopted).toMatchObject({ main_for: ['temperature'] });
  });
});
