import { describe, expect, it } from 'vitest';
import { foldRepeats } from '../../src/http/log.ts';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { KeptLog, serve } from '../support/serve.ts';

describe('a log that folds repeats', () => {
  it('tells an error once a minute, with how often it was not told', async () => {
    const clock = new FakeClock();
    const kept = new KeptLog();
    const log = foldRepeats(kept, clock);
    for (let i = 0; i < 90; i += 1) {
      log.error({ path: '/api/nerd', i }, 'a request failed');
      await clock.advance(1000);
    }
    expect(kept.lines).toEqual([
      { level: 'error', fields: { path: '/api/nerd', i: 0 }, message: 'a request failed' },
      { level: 'error', fields: { path: '/api/nerd', i: 60, repeats: 59 }, message: 'a request failed' },
    ]);
  });

  it('keeps apart what happens at different places', () => {
    const kept = new KeptLog();
    const log = foldRepeats(kept, new FakeClock());
    log.error({ path: '/api/nerd' }, 'a request failed');
    log.error({ path: '/api/status' }, 'a request failed');
    log.info({}, 'change');
    log.info({}, 'change');
    expect(kept.lines).toHaveLength(4);
  });
});

it('tells changes one by one as somebody makes them by hand, and a script’s thousand once a minute', async () => {
  const served = await serve({ station: new FakeStation() });
  for (let i = 0; i < 150; i += 1)
    expect((await ask(served.port, { method: 'POST', path: '/api/verify' })).status).toBe(200);
  await served.server.stop();
  expect(served.log.lines.filter(({ message }) => message === 'change').length).toBeLessThan(75);
  expect(served.log.lines.filter(({ message }) => message.startsWith('many changes'))).toHaveLength(1);
});
