import { describe, expect, it } from 'vitest';
import { foldRepeats } from '../../src/server/log.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { KeptLog } from '../support/serve.ts';

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
