import { describe, expect, it } from 'vitest';
import { untilUp } from '../../src/main/until-up.ts';
import { FakeClock } from '../support/fake-clock.ts';

describe('a station that does not start', () => {
  it('is tried again after 2, 4, 8 … 60 seconds until it does', async () => {
    const clock = new FakeClock();
    let tries = 0;
    const pauses: number[] = [];
    const ups: (string | null)[] = [];
    const start = async () => {
      if (++tries <= 7) throw new Error('taken');
      return 'http://127.0.0.1:1';
    };
    const { signal } = new AbortController();
    void untilUp(start, { clock, signal }, (_error, nextTryS) => pauses.push(nextTryS)).then((url) => ups.push(url));
    await clock.advance(300_000);
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60]);
    expect(ups).toEqual(['http://127.0.0.1:1']);
  });

  it('is stopped even when the order comes while it starts', async () => {
    const stopping = new AbortController();
    const log: string[] = [];
    let started = () => {};
    const station = untilUp(
      () =>
        new Promise<{ stop(): Promise<void> }>((resolve) => {
          started = () => resolve({ stop: async () => void log.push('stopped') });
        }),
      { clock: new FakeClock(), signal: stopping.signal },
      () => undefined,
    );
    stopping.abort();
    started();
    await (await station)?.stop();
    expect(log).toEqual(['stopped']);
  });

  it('is not tried again once the program stops', async () => {
    const clock = new FakeClock();
    const stopping = new AbortController();
    let tries = 0;
    const station = untilUp(
      async () => {
        tries += 1;
        throw new Error('taken');
      },
      { clock, signal: stopping.signal },
      () => stopping.abort(),
    );
    await clock.advance(300_000);
    expect([tries, await station]).toEqual([1, null]);
  });

  it('is given up at once for a failure that no other try can mend', async () => {
    const start = () => Promise.reject(new Error('a broken promise'));
    const trying = { clock: new FakeClock(), signal: new AbortController().signal };
    const station = untilUp(start, trying, (error) => {
      throw error;
    });
    await expect(station).rejects.toThrow('a broken promise');
  });
});
