import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Slicer } from '../../../src/base/clock.ts';
import { MOST_MESSAGES } from '../../../src/station/outbox/alarm-queue.ts';
import { restoreFrom } from '../../../src/station/store/rescue/backups/restore.ts';
import { openBare, openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../../src/station/store/sqlite/turnstile.ts';
import { DATABASE_FILE } from '../../../src/station/store/store.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { backup } from '../../support/store-work.ts';
import { Measured, NOON } from '../support/measured.ts';
import { alarmed, Desk } from './desk.ts';

const HOUR_S = 3600;
const DAY_S = 86_400;
/** What is told together is written together, when the turn of whoever tells it is over. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => desk.close());

const rows = () => {
  const db = openReadOnly(join(desk.world.folder, DATABASE_FILE));
  const found = db.prepare<[], Record<string, unknown>>('SELECT * FROM alarm_message ORDER BY channel, ts').all();
  db.close();
  return found;
};
const ids = (channel: 'webhook' | 'ntfy' | 'email' | 'mqtt' = 'webhook') =>
  desk.queue.due(channel, 1000).map(({ about, change }) => `${about.id} ${change}`);
const put = async (...told: Parameters<typeof alarmed>) => {
  desk.queue.put(alarmed(...told));
  await turn();
};

describe('the queue of the alarm channels', () => {
  it('has a row for each channel of the rule, and takes out what was delivered, and that alone', async () => {
    await put();
    expect(rows().map(({ channel }) => channel)).toEqual(['email', 'mqtt', 'ntfy', 'webhook']);
    desk.queue.delivered(desk.queue.due('webhook', 10));
    expect(rows().map(({ channel }) => channel)).toEqual(['email', 'mqtt', 'ntfy']);
  });

  it('tells an acknowledgement to Home Assistant alone', async () => {
    await put({ change: 'acknowledged' });
    expect(rows().map(({ channel }) => channel)).toEqual(['mqtt']);
  });

  it('has a repeated message replace one that waits, and keeps a newer one that came while the older was on its way', async () => {
    await put({ change: 'repeated' });
    const leaving = desk.queue.due('webhook', 10);
    await desk.world.clock.advance(1000);
    await put({ change: 'repeated' });
    expect(ids()).toEqual(['frost_now repeated']);
    desk.queue.delivered(leaving);
    expect(ids()).toEqual(['frost_now repeated']);
    desk.queue.delivered(desk.queue.due('webhook', 10));
    expect(ids()).toEqual([]);
  });

  it('notes who has a message that others lack, and nothing of it on a newer one in its place', async () => {
    const takers = () => desk.queue.due('email', 10).map(({ about }) => about.takers);
    await put({ change: 'repeated' });
    const leaving = desk.queue.due('email', 10);
    for (const recipient of ['a@b.example', 'c@d.example']) desk.queue.took('email', leaving, [recipient]);
    expect(takers()).toEqual([['a@b.example', 'c@d.example']]);
    await desk.world.clock.advance(1000);
    await put({ change: 'repeated' });
    desk.queue.took('email', leaving, ['e@f.example']);
    expect(takers()).toEqual([undefined]);
  });

  it('holds in quiet hours what waits until then, and nothing that is critical', async () => {
    desk.isQuiet = (quiet) => quiet !== null;
    await put({ id: 'heat', quiet: '22:00-06:30' });
    await desk.world.clock.advance(1000);
    await put({ id: 'frost', quiet: '22:00-06:30', severity: 'critical' });
    expect(ids()).toEqual(['frost fired']);
    desk.isQuiet = () => false;
    expect(ids()).toEqual(['heat fired', 'frost fired']);
  });

  it('keeps the newest of a thousand, in one transaction, and tells once what it dropped', async () => {
    for (let i = 0; i < 1000; i += 1) desk.queue.put(alarmed({ id: `rule_${i}` }));
    await turn();
    expect(desk.queue.waiting('webhook')).toBe(MOST_MESSAGES);
    expect(ids().at(-1)).toBe('rule_999 fired');
    expect(rows()).toHaveLength(4 * MOST_MESSAGES);
    await put({ id: 'one_more' });
    expect(desk.reported.filter((one) => one.includes('webhook'))).toEqual([
      'warn 800 alarm messages could not be delivered by webhook and expired.',
    ]);
  });

  it('drops what is critical last', async () => {
    desk.queue.put(alarmed({ id: 'grave', severity: 'critical' }));
    for (let i = 0; i < 500; i += 1) desk.queue.put(alarmed({ id: `rule_${i}` }));
    await turn();
    expect(desk.queue.waiting('webhook')).toBe(MOST_MESSAGES);
    expect(ids()).toContain('grave fired');
    expect(ids()).toContain('rule_499 fired');
  });

  it('drops what is a day old, and tells it once until something arrives again', async () => {
    await put({ id: 'a' });
    await desk.world.clock.advance(1000 * (DAY_S - 60));
    await put({ id: 'b' });
    expect(ids()).toEqual(['a fired', 'b fired']);
    await desk.world.clock.advance(120_000);
    expect(ids()).toEqual(['b fired']);
    await desk.world.clock.advance(1000 * DAY_S);
    expect(ids()).toEqual([]);
    expect(desk.reported).toEqual(['warn 1 alarm message could not be delivered by webhook and expired.']);
    await put({ id: 'c' });
    desk.queue.delivered(desk.queue.due('webhook', 10));
    await put({ id: 'd' });
    await desk.world.clock.advance(1000 * (DAY_S + 60));
    expect(ids()).toEqual([]);
    expect(desk.reported).toHaveLength(2);
  });

  it('is there again after a restart', async () => {
    await put({ id: 'a' });
    await put({ id: 'b', change: 'resolved', endedS: NOON - 60 });
    const before = desk.queue.due('ntfy', 10);
    const after = new Desk(desk.world).queue.due('ntfy', 10);
    expect(after).toEqual(before);
    expect(after.map(({ about, endedS }) => [about.id, endedS])).toEqual([
      ['a', null],
      ['b', NOON - 60],
    ]);
  });

  it('sends from memory what the disk does not take, and writes it when it does', async () => {
    const { store } = desk.world;
    const { attempt } = store;
    store.attempt = () => false;
    await put({ id: 'disk' });
    expect(rows()).toEqual([]);
    expect(ids()).toEqual(['disk fired']);
    store.attempt = attempt;
    expect(ids('email')).toEqual(['disk fired']);
    expect(rows()).toHaveLength(4);
    store.attempt = () => false;
    desk.queue.delivered(desk.queue.due('webhook', 10));
    expect(ids()).toEqual([]); // though its row is still there
    store.attempt = attempt;
    desk.queue.flush();
    expect(rows()).toHaveLength(3);
  });

  it.each([
    [400 * DAY_S, ''],
    [-400 * DAY_S, ''],
    [400 * DAY_S, ', behind another program’s lock'],
    [-400 * DAY_S, ', behind another program’s lock'],
  ])('loses nothing to a clock that is mended by %i s, and moves its times along%s', async (byS, behind) => {
    await desk.close();
    const clock = new FakeClock(NOON - byS);
    desk = new Desk(new Measured(clock));
    const { store, folder } = desk.world;
    store.workBeside(new Turnstile());
    const wrongS = clock.nowS();
    const of = { offsetS: wrongS, wallOffsetS: wrongS, boot: 'a', leapt: true, confirmed: false };
    store.clock.begin({ fromS: wrongS, ...of });
    for (let i = 0; i < 600; i += 10) store.samples.append({ ...emptyRow(wrongS + i), temp_smooth: 20 });
    store.flush();
    const other = openBare(join(folder, DATABASE_FILE));
    if (behind) other.exec('BEGIN IMMEDIATE');
    await put({ startedS: wrongS - 5 });
    clock.jumpWallS(byS);
    expect(ids()).toEqual(['frost_now fired']); // this run knows how old it is
    other.close();
    expect(store.flush()).toBe(true);
    const slicer = new Slicer(clock, 5);
    await store.moves.run(byS, slicer);
    await store.moves.finish(slicer);
    store.moves.end();
    desk.queue.flush();
    const [moved] = new Desk(desk.world).queue.due('webhook', 10);
    expect(moved).toMatchObject({ tS: NOON, startedS: NOON - 5 });
  });

  it('has no message grow old while nobody knows the time', async () => {
    await put();
    await desk.close();
    const clock = Object.assign(new FakeClock(NOON + 30 * DAY_S), { synchronised: () => false as boolean });
    desk = new Desk(new Measured(clock));
    desk.world.store.alarmMessages.write(
      [
        {
          channel: 'webhook',
          fingerprint: 'f',
          change: 'fired',
          tS: NOON,
          startedS: NOON,
          endedS: null,
          quiet: null,
          body: JSON.stringify({ id: 'old' }),
        },
      ],
      [],
    );
    expect(ids()).toEqual(['old fired']);
    clock.synchronised = () => true;
    expect(ids()).toEqual([]);
  });

  it('drops a row that is no message, and goes on', async () => {
    await put({ id: 'a' });
    const db = openBare(join(desk.world.folder, DATABASE_FILE));
    db.exec(`UPDATE alarm_message SET body = '{"id' WHERE channel = 'webhook'`);
    db.close();
    await put({ id: 'b' });
    expect(ids()).toEqual(['b fired']);
    expect(desk.queue.waiting('webhook')).toBe(1);
  });

  it('comes back with a backup', async () => {
    await put({ id: 'a' });
    const { store, folder } = desk.world;
    const { path } = await backup(store, 1, NOON);
    const before = rows();
    for (const channel of ['webhook', 'email', 'mqtt', 'ntfy'] as const)
      desk.queue.delivered(desk.queue.due(channel, 10));
    expect(rows()).toEqual([]);
    store.close();
    await restoreFrom(path, folder, NOON + HOUR_S, () => {});
    expect(rows()).toEqual(before);
  });
});
