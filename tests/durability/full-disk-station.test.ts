import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { atOnce } from '../../src/base/steps.ts';
import { openHistory } from '../../src/main/open-history.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { keptWeather, weatherSeed } from '../../src/main/simulated-weather.ts';
import { QUANTITIES } from '../../src/quantities/table.ts';
import { decodeConsole } from '../../src/station/inputs/families/console.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { Bench } from '../support/station.ts';

const MINUTE = 60_000;

describe('a station whose disk fills up', () => {
  it('goes on measuring and foretelling, tells once, and writes everything when there is room again', async (context) => {
    const disk = SmallDisk.during(context, 12);
    const { station, clock } = new Bench({}, undefined, join(disk.folder, 'data'));
    await station.start();
    await clock.advance(11 * MINUTE);
    const label = station.rain.label({ kind: 'rain', value: 0, tS: clock.nowS(), note: '' });
    if ('error' in label) throw new Error(label.error);
    const before = station.sampleCount;

    disk.fill();
    await clock.advance(22 * MINUTE);
    expect(station.sampleCount - before).toBe(660);
    expect((await station.telemetry()).timestamp).toBeCloseTo(clock.nowS(), 0);
    expect(station.forecasts.forecast(false).issued_ts).toBeGreaterThan(clock.nowS() - 301);
    expect(station.ready()).toMatchObject({ ready: false });
    expect(station.status().notices).toContainEqual({ severity: 'error', text: expect.stringContaining('disk') });
    expect(atOnce(station.history.recent(1, 5000)).n).toBe(station.sampleCount);
    expect(station.watch.events(100).filter(({ severity }) => severity === 'error')).toHaveLength(1);

    // What somebody asks for is refused whole: nothing takes effect that a restart would not know of.
    const refused = { error: expect.stringContaining('Nothing was changed'), unavailable: true };
    const known = () => [
      station.watch.nerd().compensators,
      station.watch.models().precipitation,
      station.status().calibrations,
    ];
    const learned = structuredClone(known());
    const shown = (await station.telemetry()).temperature;
    expect(station.calibration.calibrate(3)).toMatchObject(refused);
    expect(station.calibration.resetCalibration()).toMatchObject(refused);
    expect(station.calibration.calibrateHumidity(20)).toMatchObject(refused);
    expect(station.rain.label({ kind: 'rain', value: 1, tS: clock.nowS(), note: '' })).toMatchObject(refused);
    expect(station.rain.undoLabel(label.id)).toMatchObject(refused);
    expect(await station.recomputing.recompute()).toMatchObject({
      error: expect.stringContaining('Try again'),
      unavailable: true,
    });
    expect(known()).toEqual(learned);
    await clock.advance(2000);
    expect(Math.abs((await station.telemetry()).temperature! - shown!)).toBeLessThan(0.1);
    expect(station.watch.events(100).filter(({ kind }) => kind === 'calibration' || kind === 'label')).toHaveLength(1);

    disk.makeRoom();
    await clock.advance(2 * MINUTE);
    expect(station.ready()).toMatchObject({ ready: true });
    expect(station.status().notices.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(station.history.records().coverage.rows).toBe(station.sampleCount);
    expect(station.calibration.calibrate(3)).toMatchObject({ n: 1 });
    expect(station.rain.undoLabel(label.id)).toMatchObject({ removed: true });
    await station.stop();

    // Nobody makes them again: the five-minute rows, and what was foretold on them and waits for its time.
    const db = openReadOnly(join(disk.folder, 'data/weatherglass.db'));
    const column = (sql: string) => db.prepare<[], number>(sql).pluck().all();
    const grid = column('SELECT ts FROM tick ORDER BY ts');
    const firstS = 1_750_500_300;
    expect(grid).toEqual(Array.from({ length: 7 }, (_, i) => firstS + 300 * i));
    expect(column('SELECT DISTINCT issue_ts FROM pending ORDER BY 1')).toEqual(grid);
    db.close();
  });

  it.for([
    ['forward, vouched for', true, 2 * DAY_S],
    ['back, vouched for', true, -2 * DAY_S],
    ['forward', false, 2 * DAY_S],
    ['back', false, -2 * DAY_S],
  ] as const)('tells how long it was, whatever becomes of its clock meanwhile: %s', async ([, isSure, byS], test) => {
    const disk = SmallDisk.during(test, 12);
    const bench = new Bench({}, undefined, join(disk.folder, 'data'));
    const { clock } = bench;
    Object.assign(clock, { boot: 'first', synchronised: () => isSure });
    await bench.station.start();
    await clock.advance(11 * MINUTE);
    await bench.station.stop();
    const station = bench.build();
    if (isSure) Object.assign(clock, { boot: 'second' }); // its samples follow those of another segment: they cannot go back by days
    await station.start();
    await clock.advance(MINUTE);
    const fullS = clock.steadyMs() / 1000;
    disk.fill();
    await clock.advance(2 * MINUTE);
    expect(station.ready()).toMatchObject({ ready: false });
    clock.jumpWallS(byS);
    await clock.advance(MINUTE);
    disk.makeRoom();
    const roomS = clock.steadyMs() / 1000;
    await clock.advance(MINUTE);
    if (isSure) clock.jumpWallS(-byS);
    await clock.advance(2 * MINUTE);
    const bornS = clock.nowS() - clock.steadyMs() / 1000;
    const told = station.watch.events(100).filter(({ kind, data }) => kind === 'storage' && data);
    expect(told).toHaveLength(1);
    const [{ ts, detail, data }] = told as [(typeof told)[0]];
    expect(detail).toMatch(/after [34] min/);
    const lastedS = Number(data!['lasted_s']);
    expect(ts - bornS).toBeGreaterThanOrEqual(roomS);
    expect(ts - bornS).toBeLessThanOrEqual(roomS + 31);
    expect(Math.abs(ts - bornS - lastedS - fullS)).toBeLessThan(32);
    await station.stop();
  });

  it('tells it once where maintenance meets the full disk, too', async (context) => {
    const disk = SmallDisk.during(context, 12);
    const settings = { sensors: { sample_interval_s: 20 } };
    const { station, clock } = new Bench(settings, undefined, join(disk.folder, 'data'));
    await station.start();
    await clock.advance(55 * MINUTE); // the first maintenance is over, the second comes an hour behind it
    disk.fill();
    await clock.advance(10 * MINUTE);
    const errors = station.watch.events(100).filter(({ severity }) => severity === 'error');
    expect(errors.map(({ kind }) => kind)).toEqual(['storage']);
    await station.stop();
  });

  it('loses no rain to a kill once there is room again, and none of a gauge that it has just met', async (context) => {
    const disk = SmallDisk.during(context, 12);
    const bench = new Bench({ inputs: { ecowitt: { enabled: true } } }, undefined, join(disk.folder, 'data'));
    const { station, clock } = bench;
    await station.start();
    let mm = 120;
    const rains = (by: number) => {
      mm += by;
      const body = `PASSKEY=A&stationtype=GW2000A&tempf=50&yearlyrainin=${(mm / 25.4).toFixed(3)}`;
      station.inputs.take(decodeConsole(body, 'POST', '192.0.2.7'));
    };
    rains(0);
    for (const { id } of station.inputs.list().inputs) station.inputs.adopt(id, {});
    await clock.advance(10_000);
    rains(0);
    await clock.advance(10_000);
    disk.fill(); // twenty seconds after the start: before the first commit of its loop
    for (let minute = 0; minute < 3; minute++) {
      rains(3.5);
      await clock.advance(MINUTE);
    }
    expect(station.ready()).toMatchObject({ ready: false });
    disk.makeRoom();
    for (let s = 0; s < 8; s += 2) {
      await clock.advance(2000);
      await new Promise((resolve) => setImmediate(resolve)); // the system answers how much room there is
    }
    const killed = mkdtempSync(join(tmpdir(), 'weatherglass-'));
    cpSync(join(disk.folder, 'data'), killed, { recursive: true });
    await station.stop();
    const db = openReadOnly(join(killed, 'weatherglass.db'));
    const rain = db
      .prepare<[], number>(`SELECT sum(value) FROM narrow_sample WHERE quantity = ${QUANTITIES.rainMm.narrow}`)
      .pluck()
      .get()!;
    db.close();
    rmSync(killed, { recursive: true });
    expect(rain).toBeCloseTo(10.5, 1);
  });

  it('is stopped in order, says what it could not store, and starts again whole', async (context) => {
    const disk = SmallDisk.during(context, 12);
    const bench = new Bench({}, undefined, join(disk.folder, 'data'));
    await bench.station.start();
    await bench.clock.advance(6 * MINUTE);
    const stored = bench.station.sampleCount;
    disk.fill();
    // So much that it does not fit into the three pages that a stop frees: its pid, its mark and the lock's journal.
    await bench.clock.advance(20 * MINUTE);
    await bench.station.stop();
    const dropped = /^error: The disk cannot be written: (\d+) samples were dropped$/.exec(bench.logged.at(-1)!);
    const atStop = bench.logged.length;
    disk.makeRoom();
    await bench.clock.advance(MINUTE);
    const again = bench.build();
    await again.start();
    expect(again.history.records().coverage.rows).toBeGreaterThan(stored - 16);
    expect(again.ready()).toMatchObject({ ready: true });
    await bench.clock.advance(MINUTE);
    const told = again.watch.events(100).filter(({ kind }) => kind === 'storage');
    expect(told[0]).toMatchObject({
      severity: 'warn',
      detail: expect.stringMatching(/^The disk works again after \d+ min\. \d+ readings lost\.$/),
      data: { lost: Number(dropped?.[1]) },
    });
    expect(told.filter(({ data }) => data?.['lost'] !== undefined)).toHaveLength(1);
    expect(bench.logged.join('\n')).not.toContain('Nothing was lost');
    expect(bench.logged.slice(atStop).filter((line) => /middle of a write/.test(line))).toEqual([]);
    await again.stop();
  });

  it('calls no stop normal, and no disk well, that has room for the samples alone and none for what was learned', async (context) => {
    const disk = SmallDisk.during(context, 12);
    const bench = new Bench({}, undefined, join(disk.folder, 'data'));
    await bench.station.start();
    await bench.clock.advance(2 * MINUTE); // the log begins anew then, in the room that it has
    disk.fill();
    const before = bench.logged.length;
    await bench.station.stop();
    expect(bench.logged.slice(before)).toEqual([
      expect.stringMatching(/^error: The disk cannot be written/),
      'warn: Station shut down while the disk could not be written',
    ]);
  });

  it('starts while the last room goes: what it would note is told once, and noted by a start that finds some', async (context) => {
    const disk = SmallDisk.during(context, 12);
    const settings = loadSettings(
      { data: join(disk.folder, 'data'), port: '0', host: '127.0.0.1' },
      { HOME: disk.folder },
    );
    const clock = new FakeClock(1_750_500_000);
    const open = () => openHistory({ settings, clock, kindFor: () => 'simulator' });
    const { store } = await open();
    disk.fill();
    // The last page of the log has room for some commits yet.
    const another = (i: number) => store.learned.saveAll([{ name: 'filler', version: 1, state: i }], i);
    expect(() => Array.from({ length: 40 }, (_, i) => another(i))).toThrow(/full/);
    const wanted = { seed: 7, altitudeM: 40 };
    expect(keptWeather(store, wanted, clock.nowS())).toEqual(wanted);
    expect(store.trouble).not.toBeNull();
    expect(store.events.recent(10).filter(({ kind }) => kind === 'storage')).toHaveLength(1);
    expect(weatherSeed(store)).toBeNull();
    store.close();
    disk.makeRoom();
    const { store: later } = await open();
    keptWeather(later, wanted, clock.nowS());
    expect(weatherSeed(later)).toBe(7);
    later.close();
  });
});
