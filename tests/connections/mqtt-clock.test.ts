import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { MqttPublisher } from '../../src/connections/mqtt/publisher.ts';
import { Moves } from '../../src/station/store/clock-repair/moves.ts';
import { openBare } from '../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import { Bench } from '../support/station.ts';

afterEach(() => vi.restoreAllMocks());

const jumps = [
  ['forward', 2 * DAY_S],
  ['back', -2 * DAY_S],
] as const;

/** A station of five minutes, and what it publishes now: how old the state says that its reading is. */
async function measured() {
  const bench = new Bench();
  const { station, clock, config } = bench;
  station['parts'].store.workBeside(new Turnstile()); // waits for another program's lock as briefly as the service's does
  await station.start();
  await clock.advance(300_000);
  const publisher = new MqttPublisher({ station, config, url: null, id: 'a' });
  const agesS = async (): Promise<number[]> => {
    const states = (await publisher.whatIsNew()).filter(({ topic }) => topic === publisher.topics.state);
    return states.map(({ payload }) => clock.nowS() - (JSON.parse(payload) as { timestamp: number }).timestamp);
  };
  const leave = async () => {
    await station.stop();
    bench.discard();
  };
  return { bench, station, clock, agesS, leave };
}

it.each(jumps)(
  'MQTT: a state has its right time while another program keeps the past from moving %s',
  async (_, byS) => {
    const { bench, clock, station, agesS, leave } = await measured();
    const other = openBare(join(bench.folder, 'weatherglass.db'));
    other.exec('BEGIN IMMEDIATE');
    clock.jumpWallS(byS);
    await clock.advance(2000); // the next sample judges the clock
    const seen: number[] = [];
    const look = async () => {
      seen.push(...(await agesS()));
      await clock.advance(500);
    };
    for (let i = 0; i < 8; i++) await look();
    expect(station.outbox.open).toBe(false);
    other.close();
    for (let i = 0; i < 12; i++) await look();
    expect(station.outbox.open).toBe(true);
    expect(seen).toHaveLength(20);
    for (const ageS of seen) expect([0, 0.5, 1, 1.5]).toContain(ageS);
    await leave();
  },
);

it.each(jumps)(
  'a reading has its right time from the first transaction of a move %s to behind its last',
  async (_, byS) => {
    const { clock, station, agesS, leave } = await measured();
    const { finish } = Moves.prototype;
    let isHeldUp = true;
    vi.spyOn(Moves.prototype, 'finish').mockImplementation(async function (this: Moves, slicer) {
      if (isHeldUp) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
      await finish.call(this, slicer);
    });
    const seen: (number | null)[] = [];
    const look = async () => {
      seen.push(...(await agesS()), station.ready().sample_age_s ?? null);
      await clock.advance(500);
    };
    clock.jumpWallS(byS);
    await clock.advance(2000);
    for (let i = 0; i < 8; i++) await look();
    expect(station['parts'].store.clock.unfinished()).not.toBeNull();
    isHeldUp = false;
    for (let i = 0; i < 12; i++) await look();
    expect(station['parts'].store.clock.unfinished()).toBeNull();
    expect(seen).toHaveLength(40);
    for (const ageS of seen) expect([0, 0.5, 1, 1.5]).toContain(ageS);
    await leave();
  },
);
