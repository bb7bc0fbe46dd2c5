import { describe, expect, it, vi } from 'vitest';
import { never } from '../../src/base/clock.ts';
import { LockWait } from '../../src/server/answers/lock-wait.ts';
import type { Label } from '../../src/station/api.ts';
import { lockedOut } from '../../src/station/store/unstored.ts';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { serving } from '../support/serve.ts';

/** From before the clock of these tests until long after it. */
const DAYS = { quantities: ['temperature'], start: 1_749_990_000, end: 1_760_000_000, verdict: 'bad' };

const fault = (code: string) => Object.assign(new Error('the card gave nonsense'), { code });

it.each([
  ['damage', fault('SQLITE_CORRUPT'), 'is being rebuilt'],
  ['a short read', fault('SQLITE_IOERR_SHORT_READ'), 'is being rebuilt'],
  [
    'tables that were left in the middle of an answer',
    new TypeError('The database connection is not open'),
    'is being rebuilt',
  ],
  ['a disk that takes nothing', fault('SQLITE_FULL'), 'Try again later'],
  ['a lock of another program', fault('SQLITE_BUSY'), 'by another program'],
])('an answer that meets %s is 503 with one sentence, for readings and for trainings', async (_, error, says) => {
  const station = new FakeStation();
  station.history.daily = () => {
    throw error;
  };
  station.forecasts.train = () => Promise.reject(error);
  const served = await serving({ station });
  for (const request of [{ path: '/api/history/daily?hours=48' }, { path: '/api/train?hours=48', method: 'POST' }]) {
    const { status, headers, text } = await ask(served.port, request);
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('60');
    expect(JSON.parse(text).detail).toContain(says);
  }
  expect(served.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

it('a fault of ours is still a 500', async () => {
  const station = new FakeStation();
  station.history.daily = () => {
    throw new TypeError('nothing is not a function');
  };
  const served = await serving({ station });
  expect((await ask(served.port, { path: '/api/history/daily?hours=48' })).status).toBe(500);
});

describe('a change while another program holds the write lock', () => {
  it('waits for it, and the changes behind it keep their order', async () => {
    const clock = new FakeClock();
    const waits = new LockWait(clock, never);
    const stored: string[] = [];
    let isHeld = true;
    const change = (name: string) =>
      waits.run(() => {
        if (isHeld) return lockedOut();
        stored.push(name);
        return name;
      });
    const first = change('first');
    await clock.advance(900);
    isHeld = false;
    const second = change('second');
    await clock.advance(1_000);
    expect([await first, await second, await change('third')]).toEqual(['first', 'second', 'third']);
    expect(stored).toEqual(['first', 'second', 'third']);
  });

  it.each([
    ['/api/notes', { text: 'storks are back' }, 'notes', 'write', ([, ...times]: unknown[]) => times],
    ['/api/label', { value: 1 }, 'rain', 'label', ([label, givenS]: unknown[]) => [(label as Label).tS, givenS]],
    ['/api/quality', DAYS, 'quality', 'set', ([asked]: unknown[]) => [(asked as typeof DAYS).end - 1]],
  ] as const)(
    'is of the moment when it came, also where the clock is set while it waits: %s',
    async (path, body, facet, name, of) => {
      const clock = new FakeClock();
      const station = new FakeStation({ clock });
      const heard: unknown[] = [];
      const play = (...asked: unknown[]) => {
        heard.push(...of(asked));
        return lockedOut();
      };
      Object.assign(station[facet], { [name]: play });
      const served = await serving({ station, clock });
      const cameS = clock.nowS();
      const headers = { 'content-type': 'application/json' };
      const asked = ask(served.port, { method: 'POST', path, headers, body: JSON.stringify(body) });
      await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), { timeout: 60_000 });
      await clock.advance(4_000);
      clock.jumpWallS(3600);
      await clock.advance(7_000);
      expect((await asked).status).toBe(503);
      expect(heard[0]).toBe(cameS);
      expect(heard.length).toBeGreaterThan(20);
      for (const tS of heard) expect([cameS, cameS + 3600]).toContain(tS);
      expect(heard.at(-1)).toBe(cameS + 3600);
    },
  );

  it('is refused after ten seconds, with the true cause', async () => {
    const [station, clock] = [new FakeStation(), new FakeClock()];
    let tries = 0;
    const write = () => {
      tries += 1;
      return lockedOut();
    };
    Object.assign(station.notes, { write });
    const served = await serving({ station, clock });
    const asked = ask(served.port, {
      method: 'POST',
      path: '/api/notes',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'in vain' }),
    });
    await vi.waitFor(() => expect(tries).toBeGreaterThanOrEqual(2), { timeout: 60_000 });
    await clock.advance(11_000);
    const { status, json } = await asked;
    expect(tries).toBeGreaterThan(20);
    expect(status).toBe(503);
    expect(json).toMatchObject({ code: 'refusal.busy-writing', detail: expect.stringContaining('another program') });
  });
});
