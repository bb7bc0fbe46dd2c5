import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import type { Station } from '../../../src/station/app/station.ts';
import { decodeConsole } from '../../../src/station/inputs/families/console.ts';
import { type Database, openBare, openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import { Bench } from '../../support/station.ts';

const MINUTE = 60_000;
const benches: Bench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) {
    await bench.station.stop();
    bench.discard();
  }
});

const SETTINGS = { sensors: { sample_interval_s: 60 }, alarms: { rules: [{ id: 'frost_tonight', enabled: true }] } };
/** Far colder than any room of the simulator. */
const outdoorC = (tS: number) => -20 + 4 * Math.sin((2 * Math.PI * tS) / DAY_S);
const otherC = (tS: number) => outdoorC(tS) - 15;

const body = (passkey: string, celsius: number) =>
  `PASSKEY=${passkey}&stationtype=GW2000A_V3&model=GW2000A&tempf=${((celsius * 9) / 5 + 32).toFixed(2)}&humidity=81`;

async function lived(bench: Bench, minutes: number, senders: Record<string, (tS: number) => number>): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    for (const [passkey, celsius] of Object.entries(senders))
      bench.station.inputs.take(decodeConsole(body(passkey, celsius(bench.clock.nowS())), 'POST', '192.0.2.7'));
    await bench.clock.advance(MINUTE);
  }
}

async function begun(): Promise<Bench> {
  const bench = new Bench(SETTINGS);
  benches.push(bench);
  await bench.station.start();
  return bench;
}

/** The program starts again; what it had in memory is gone. */
async function again(bench: Bench, meanwhile: (file: Database) => void = () => {}): Promise<Bench> {
  await bench.station.stop();
  const file = openBare(join(bench.folder, 'weatherglass.db'));
  meanwhile(file);
  file.close();
  const next = Object.assign(new Bench(SETTINGS, bench.clock.nowS(), bench.folder), { clock: bench.clock });
  benches.splice(benches.indexOf(bench), 1, next);
  await next.station.start();
  return next;
}

const idOf = (station: Station, at: number) => station.inputs.list().inputs[at]!.id;
const anchor = ({ forecasts }: Station, target = 'temperature') => forecasts.forecast(false).anchors[target] ?? null;
const told = ({ watch }: Station) =>
  watch
    .events(200)
    .map(({ detail }) => detail)
    .filter((detail) => /[Ff]orecasts/.test(detail) && /air|barometer/.test(detail));

describe('outdoor truth', () => {
  it('is the adopted sensor beside a board indoors, and the board again when it is retired', async () => {
    const bench = await begun();
    await lived(bench, 30, { A: outdoorC });
    const room = anchor(bench.station)!;
    expect(room).toBeGreaterThan(-5);
    expect(bench.station.forecasts.forecast(false).series).toBeUndefined();
    bench.station.inputs.adopt(idOf(bench.station, 0), { name: 'Garden' });
    await lived(bench, 20, { A: outdoorC });
    expect(told(bench.station)).toEqual(['Forecasts now speak of the air at Garden']);
    expect(anchor(bench.station)).toBeCloseTo(outdoorC(bench.clock.nowS()), 0);
    expect(bench.station.forecasts.forecast(false).series).toEqual({
      temperature: 'outdoor_temp',
      humidity: 'outdoor_hum',
    });
    expect((await bench.station.telemetry()).temperature).toBeGreaterThan(-5); // spec: the station's own
    bench.station.inputs.retire(idOf(bench.station, 0));
    await lived(bench, 10, { A: outdoorC });
    expect(told(bench.station)[0]).toBe('Forecasts speak of the station’s own air again');
    expect(Math.abs(anchor(bench.station)! - room)).toBeLessThan(5);
    expect(bench.station.watch.events(200).filter(({ kind }) => kind === 'novelty' || kind === 'drift')).toEqual([]);
  });

  it('that falls silent leaves the forecasts without a beginning: the room is no stand-in', async () => {
    const bench = await begun();
    await lived(bench, 1, { A: outdoorC });
    bench.station.inputs.adopt(idOf(bench.station, 0), {});
    await lived(bench, 40, { A: outdoorC });
    const { issued_ts: before } = bench.station.forecasts.forecast(false);
    await lived(bench, 120, {});
    const said = bench.station.forecasts.forecast(false);
    expect(said.targets['temperature']!.every(({ issued_ts }) => (issued_ts ?? 0) < before! + 40 * 60)).toBe(true);
    expect(said.targets['pressure']![0]!.issued_ts).toBeUndefined(); // the board's own goes on
    expect(said.issued_ts).toBeGreaterThan(before! + HOUR_S);
    await lived(bench, 20, { A: outdoorC });
    expect(anchor(bench.station)).toBeCloseTo(outdoorC(bench.clock.nowS()), 0);
    expect(told(bench.station)).toHaveLength(1);
  });

  it('is another series when another sensor is chosen, and of the first one the past is known when it comes back', async () => {
    const bench = await begun();
    await lived(bench, 1, { A: outdoorC, B: otherC });
    const [a, b] = [idOf(bench.station, 0), idOf(bench.station, 1)];
    bench.station.inputs.adopt(a, { name: 'A' });
    bench.station.inputs.adopt(b, { name: 'B' });
    const both = { A: outdoorC, B: otherC };
    await lived(bench, 2 * 60, both);
    expect(anchor(bench.station)).toBeCloseTo(outdoorC(bench.clock.nowS()), 0);
    bench.station.forecasts.verify();
    expect(bench.station.forecasts.scorecard().rows.some(({ target }) => target === 'temperature')).toBe(true);
    bench.station.inputs.adopt(b, { main_for: ['temperature'] });
    await lived(bench, 2, both);
    expect(bench.station.forecasts.scorecard().rows.map(({ target }) => target)).not.toContain('temperature');
    expect(bench.station.forecasts.scorecard().rows.map(({ target }) => target)).toContain('pressure');
    await lived(bench, 20, both);
    expect(anchor(bench.station)).toBeCloseTo(otherC(bench.clock.nowS()), 0);
    expect(bench.station.forecasts.issued(bench.clock.nowS()).anchors['temperature'] ?? -35).toBeLessThan(-30);
    bench.station.inputs.adopt(a, { main_for: ['temperature'] });
    await lived(bench, 10, both);
    expect(anchor(bench.station)).toBeCloseTo(outdoorC(bench.clock.nowS()), 0);
    expect(told(bench.station)).toEqual([
      'Forecasts now speak of the air at A',
      'Forecasts now speak of the air at B',
      'Forecasts now speak of the air at A',
    ]);
  });

  it('stays the same series behind a change of the battery, and behind a restart', async () => {
    let bench = await begun();
    await lived(bench, 1, { A: outdoorC });
    bench.station.inputs.adopt(idOf(bench.station, 0), { name: 'Garden' });
    await lived(bench, 60, { A: outdoorC });
    await lived(bench, 1, { B: outdoorC });
    bench.station.inputs.adopt(idOf(bench.station, 1), { replaces: idOf(bench.station, 0) });
    await lived(bench, 15, { B: outdoorC });
    bench = await again(bench);
    expect(anchor(bench.station)).toBeCloseTo(outdoorC(bench.clock.nowS()), 0);
    await lived(bench, 15, { B: outdoorC });
    expect(anchor(bench.station)).toBeCloseTo(outdoorC(bench.clock.nowS()), 0);
    expect(told(bench.station)).toEqual(['Forecasts now speak of the air at Garden']);
  });

  it('keeps two sensors apart when their past moves with a mended clock', async () => {
    const bench = await begun();
    const both = { A: outdoorC, B: otherC };
    await lived(bench, 1, both);
    const [a, b] = [idOf(bench.station, 0), idOf(bench.station, 1)];
    bench.station.inputs.adopt(a, {});
    bench.station.inputs.adopt(b, {});
    await lived(bench, 90, both);
    bench.station.inputs.adopt(b, { main_for: ['temperature'] });
    await lived(bench, 40, both);
    bench.clock.jumpWallS(HOUR_S);
    await lived(bench, 20, both);
    const db = openReadOnly(join(bench.folder, 'weatherglass.db'));
    const rows = db
      .prepare<[], { series: number; lo: number; hi: number; n: number }>(
        `SELECT heard_air series, min(heard_temp) lo, max(heard_temp) hi, count(heard_temp) n FROM tick
         WHERE heard_air IS NOT NULL GROUP BY heard_air ORDER BY heard_air`,
      )
      .all();
    db.close();
    expect(rows).toHaveLength(2);
    expect(rows[0]!.n).toBeGreaterThan(12);
    expect(rows[0]!.lo).toBeGreaterThan(-25);
    expect(rows[1]!.n).toBeGreaterThan(6);
    expect(rows[1]!.hi).toBeLessThan(-30);
  });

  it('is what the alarm of frost tonight shows beside its chance, and its silence is missing data', async () => {
    const bench = await begun();
    await lived(bench, 1, { A: outdoorC });
    bench.station.inputs.adopt(idOf(bench.station, 0), {});
    await lived(bench, 60, { A: outdoorC });
    expect(bench.station.alarms.get('frost_tonight')!.value).toBeCloseTo(outdoorC(bench.clock.nowS()), 0);
    await lived(bench, 60, {});
    const silent = bench.station.alarms.get('frost_tonight')!;
    expect(silent).toMatchObject({ value: null, chance: null, state: 'unknown' });
    expect(silent.text).toBe('Frost tonight: no current readings');
  });

  it('gives no number twice when the saved list of sensors is damaged: another sensor gets no past of the first', async () => {
    let bench = await begun();
    await lived(bench, 1, { A: outdoorC });
    bench.station.inputs.adopt(idOf(bench.station, 0), {});
    await lived(bench, 40, { A: outdoorC });
    bench = await again(bench, (file) =>
      file.exec("UPDATE learned SET state = substr(state, 1, 20) WHERE name = 'inputs'"),
    );
    await lived(bench, 5, { B: otherC });
    bench.station.inputs.adopt(idOf(bench.station, 0), {});
    await lived(bench, 30, { B: otherC });
    const db = openReadOnly(join(bench.folder, 'weatherglass.db'));
    const coldest = db.prepare<[], number>('SELECT min(heard_temp) FROM tick WHERE heard_air = 1').pluck().get();
    db.close();
    expect(coldest).toBeGreaterThan(-25);
    expect(anchor(bench.station)).toBeCloseTo(otherC(bench.clock.nowS()), 0);
  });
});
