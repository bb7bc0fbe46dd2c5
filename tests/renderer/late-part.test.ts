import { describe, expect, it } from 'vitest';
import { latePart } from '../../src/renderer/kit/data/late-part.ts';

/** A page whose parts come or not, and a station that answers or not, one entry a try; what happened, in order. */
async function played(tries: Array<'comes' | 'away' | 'gone'>): Promise<string[]> {
  const log: string[] = [];
  let now: 'comes' | 'away' | 'gone' = 'away';
  const part = await latePart(
    async () => {
      now = tries.shift() ?? 'comes';
      if (now !== 'comes') throw new TypeError('Failed to fetch dynamically imported module');
      return 'the view';
    },
    {
      answers: async () => now === 'gone',
      reload: () => void log.push('reload'),
      wait: async (ms) => void log.push(`${ms} ms`),
    },
  );
  return [...log, part];
}

describe('a part of the page that is fetched late', () => {
  it('simply comes', async () => expect(await played(['comes'])).toEqual(['the view']));
  it('is waited for while the station is away, and nothing is reloaded', async () => {
    expect(await played(['away', 'away', 'comes'])).toEqual(['4000 ms', '4000 ms', 'the view']);
  });
  it('that has gone from a station that answers needs the page anew', async () => {
    expect(await played(['gone', 'gone'])).toEqual(['reload', '4000 ms', 'the view']);
  });
  it('that failed while the station began again is asked for once more, and nothing is reloaded', async () => {
    expect(await played(['gone'])).toEqual(['the view']);
  });
  it('that went away with the station and is missing afterwards is reloaded only then', async () => {
    expect(await played(['away', 'gone'])).toEqual(['4000 ms', 'reload', '4000 ms', 'the view']);
  });
});
