import { cpSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/base/steps.ts';
import { decodeConsole } from '../../../src/station/inputs/families/console.ts';
import { noBoard } from '../../../src/station/inputs/heard-board.ts';
import { Bench } from '../../support/station.ts';

let bench: Bench | null = null;
afterEach(() => bench?.discard());

const START_S = Date.UTC(2026, 5, 14, 22) / 1000; // midnight in Copenhagen
const EVERY_S = 16;
const SAMPLE_S = 48;
const DAY_S = 86_400;
const settings = { sensors: { source: 'ecowitt', sample_interval_s: SAMPLE_S }, storage: { commit_interval_s: 600 } };

const quick = { sensors: { source: 'ecowitt', sample_interval_s: 8 }, storage: { commit_interval_s: 30 } };

/** Tips of the gauge by the second of the day: a shower in the morning, drizzle in the evening, 0.1 mm each. */
const tipsUntil = (s: number): number =>
  Math.floor(Math.max(0, Math.min(120, (s - 21_600) / 30))) + Math.floor(Math.max(0, Math.min(40, (s - 64_800) / 200)));

/** Body of a gateway at a second of the day; its daily counter began with the day, its yearly one long before. */
function bodyAt(s: number): string {
  const mm = tipsUntil(s) / 10;
  const inch = (value: number) => (value / 25.4).toFixed(3);
  const at = new Date((START_S + s) * 1000).toISOString().slice(0, 19).replace('T', '+');
  const speed = 4 + 2 * Math.sin(s / 3000);
  return `PASSKEY=A&stationtype=GW2000A&model=GW2000A&dateutc=${at}&tempf=${(60 + 10 * Math.sin(s / 14_000)).toFixed(2)}&humidity=70&baromabsin=29.9&winddir=${Math.round(180 + 90 * Math.sin(s / 5000))}&windspeedmph=${speed.toFixed(2)}&windgustmph=${(speed * 1.6).toFixed(2)}&solarradiation=200&uv=1&dailyrainin=${inch(mm)}&yearlyrainin=${inch(500 + mm)}`;
}

describe('a day of a gateway', () => {
  it('ends in the same history as its sums: rain to the tip, the highest gust, the newest air', async () => {
    bench = new Bench(settings, START_S);
    const { clock } = bench;
    let station = bench.build(noBoard);
    await station.start();
    const report = (s: number) => station.inputs.take(decodeConsole(bodyAt(s), 'POST', '192.0.2.7'));
    for (let s = EVERY_S; s < DAY_S; s += EVERY_S) {
      const isLost = s % 2400 < 400 && s > 40_000; // the radio is lost for minutes
      if (!isLost) report(s);
      if (s % 1600 === 0) report(s); // the packet comes twice
      if (s === 30_000 - (30_000 % EVERY_S)) {
        await station.stop(); // and once the station restarts
        station = bench.build(noBoard);
        await station.start();
      }
      await clock.advance(EVERY_S * 1000);
    }
    const fell = tipsUntil(DAY_S - EVERY_S) / 10;
    const now = await station.telemetry();
    expect(now.rain_today).toBeCloseTo(fell, 1);
    expect(Math.abs(now.rain_today! - fell)).toBeLessThan(0.06);
    const { series } = atOnce(station.history.range(START_S, START_S + DAY_S, 3600)) as {
      series: Record<string, (number | null)[]>;
    };
    const sum = series['rain']!.reduce<number>((mm, hour) => mm + (hour ?? 0), 0);
    expect(sum).toBeCloseTo(now.rain_today!, 4);
    expect(Math.max(...series['wind_gust']!.map(Number))).toBeCloseTo(6 * 1.6 * 0.44704, 1);
    expect(now.simulated).toBe(false);
    await station.stop();
  });

  it('loses and invents no rain when the program is killed: increments and counter are stored together', async () => {
    bench = new Bench(quick, START_S);
    const { clock } = bench;
    let station = bench.build(noBoard);
    await station.start();
    const report = (inches: string) =>
      station.inputs.take(
        decodeConsole(`PASSKEY=A&stationtype=G&tempf=60&yearlyrainin=${inches}`, 'POST', '192.0.2.7'),
      );
    report('10.000');
    await clock.advance(40_000);
    report('10.100');
    await clock.advance(40_000); // committed
    report('10.200');
    await clock.advance(8000); // sampled, not committed
    // Killed: what is on the disk now is all that the next start finds.
    const [killed, { folder }] = [station, bench];
    bench = new Bench(quick, START_S + 100);
    cpSync(folder, bench.folder, { recursive: true });
    station = bench.build(noBoard);
    await station.start();
    station.inputs.take(decodeConsole('PASSKEY=A&stationtype=G&tempf=60&yearlyrainin=10.300', 'POST', '192.0.2.7'));
    await bench.clock.advance(16_000);
    expect((await station.telemetry()).rain_today).toBeCloseTo(0.3 * 25.4, 3);
    expect((await station.telemetry()).rain_event).toBeCloseTo(0.3 * 25.4, 3);
    await station.stop();
    await killed.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(['a new name', 'its own time'] as const)(
    'loses no rain to a kill when what is learned was saved between two commits, by %s',
    async (why) => {
      bench = new Bench({ ...quick, storage: { commit_interval_s: 600 } }, START_S);
      let station = bench.build(noBoard);
      await station.start();
      const report = (inches: string) =>
        station.inputs.take(
          decodeConsole(`PASSKEY=A&stationtype=G&tempf=60&yearlyrainin=${inches}`, 'POST', '192.0.2.7'),
        );
      report('10.000');
      await bench.clock.advance(why === 'a new name' ? 16_000 : 880_000); // commits after 10 and 20 min, learned state after 15
      report('10.200');
      await bench.clock.advance(8000); // in a sample that waits for its commit
      if (why === 'a new name') station.inputs.adopt(station.inputs.list().inputs[0]!.id, { name: 'Garden' });
      else await bench.clock.advance(60_000);
      const [killed, { folder }] = [station, bench];
      bench = new Bench(quick, START_S + 1000);
      cpSync(folder, bench.folder, { recursive: true });
      station = bench.build(noBoard);
      await station.start();
      station.inputs.take(decodeConsole('PASSKEY=A&stationtype=G&tempf=60&yearlyrainin=10.300', 'POST', '192.0.2.7'));
      await bench.clock.advance(16_000);
      expect((await station.telemetry()).rain_today).toBeCloseTo(0.3 * 25.4, 3);
      const { series } = atOnce(station.history.range(START_S, START_S + 3600, 3600)) as {
        series: Record<string, number[]>;
      };
      expect(series['rain']!.reduce((a, b) => a + b, 0)).toBeCloseTo(0.3 * 25.4, 3);
      await station.stop();
      await killed.stop();
      rmSync(folder, { recursive: true });
    },
  );

  it('has the rain of an outage after a kill, though none fell since the gauge was taken in', async () => {
    bench = new Bench(quick, START_S);
    let station = bench.build(noBoard);
    await station.start();
    const report = (inches: string) =>
      station.inputs.take(
        decodeConsole(`PASSKEY=A&stationtype=G&tempf=60&yearlyrainin=${inches}`, 'POST', '192.0.2.7'),
      );
    report('10.000');
    await bench.clock.advance(40_000); // committed, dry
    const [killed, { folder }] = [station, bench];
    bench = new Bench(quick, START_S + 100);
    cpSync(folder, bench.folder, { recursive: true });
    station = bench.build(noBoard);
    await station.start();
    report('10.100');
    await bench.clock.advance(16_000);
    expect((await station.telemetry()).rain_today).toBeCloseTo(2.54, 3);
    await station.stop();
    await killed.stop();
    rmSync(folder, { recursive: true });
  });

  it('counts no rain twice that two gauges measured one after the other', async () => {
    bench = new Bench(quick, START_S);
    const { clock } = bench;
    const station = bench.build(noBoard);
    await station.start();
    const report = async (key: string, mm: number) => {
      const inches = (mm / 25.4).toFixed(4);
      station.inputs.take(
        decodeConsole(`PASSKEY=${key}&stationtype=G&model=${key}&tempf=60&yearlyrainin=${inches}`, 'POST', '192.0.2.7'),
      );
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
    await station.stop();
  });

  it('is the source of what it measures, and of nothing else', async () => {
    bench = new Bench(quick, START_S);
    const station = bench.build(noBoard);
    await station.start();
    station.inputs.take(decodeConsole('PASSKEY=A&stationtype=G&tempf=60&windspeedmph=3', 'POST', '192.0.2.7'));
    const [console] = station.inputs.list().inputs;
    const adopted = station.inputs.adopt(console!.id, { main_for: ['temperature', 'rain', 'leak9', '__proto__'] });
    expect(adopted!.main_for).toEqual(['temperature']);
    await station.stop();
  });
});
