import { afterEach, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { type Served, serve } from '../support/serve.ts';

let served: Served | null = null;
afterEach(async () => {
  await served?.server.stop();
  served = null;
});

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
])('an answer that meets %s is 503 with one sentence, for readings and for trainings', async (_, error, says) => {
  const station = new FakeStation();
  station.history.daily = () => {
    throw error;
  };
  station.forecasts.train = () => Promise.reject(error);
  served = await serve({ station });
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
  served = await serve({ station });
  expect((await ask(served.port, { path: '/api/history/daily?hours=48' })).status).toBe(500);
});
