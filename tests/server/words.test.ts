import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { sentence } from '../../src/words/sentence.ts';
import { ask, type Reply } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { type Served, serving } from '../support/serve.ts';
import { stationWith } from '../support/station-with.ts';

let served: Served;

const ENGLISH = 'Station shut down normally';
const GERMAN = 'Station normal beendet';

/** A station that was stopped once, in whatever language its owner spoke then. */
async function stopped(): Promise<FakeStation> {
  const clock = new FakeClock();
  const station = new FakeStation({ clock });
  station.remember({ ts: station.nowS() - 100, kind: 'shutdown', severity: 'info', ...sentence('station.stopped') });
  served = await serving({ station, clock });
  return station;
}
const get = (path: string, language?: string): Promise<Reply> =>
  ask(served.port, { path, headers: language === undefined ? {} : { 'accept-language': language } });
const details = ({ json }: Reply): string[] =>
  (Array.isArray(json) ? json : (json as { events: [] }).events).map(({ detail }: { detail: string }) => detail);

describe.each(['/api/events?limit=100', '/api/status', '/api/anomaly'])('the words of %s', (path) => {
  const kindless = path.includes('anomaly');

  it('are English for whoever asks for nothing, and for what nobody speaks here', async () => {
    await stopped();
    const plain = await get(path);
    expect(plain.headers['content-language']).toBe('en');
    expect(plain.headers.vary).toContain('Accept-Language');
    if (!kindless) expect(details(plain)).toContain(ENGLISH);
    expect((await get(path, 'ja,zh;q=0.5')).text).toBe(plain.text);
    expect((await get(path, '*')).text).toBe(plain.text);
  });

  it('never reach a reader of another language, asked at once or after one another', async () => {
    await stopped();
    const joined = path.includes('?') ? '&' : '?';
    for (let round = 0; round < 3; round += 1) {
      const replies = await Promise.all([
        get(path, 'de-AT,de;q=0.9'),
        get(path),
        get(`${path}${joined}lang=de`, 'en'),
        get(`${path}${joined}lang=en`, 'de'),
      ]);
      expect(replies.map(({ headers }) => headers['content-language'])).toEqual(['de-AT', 'en', 'de', 'en']);
      for (const [i, reply] of replies.entries()) {
        expect(reply.text).not.toContain('"said"');
        if (kindless) continue;
        expect(details(reply)).toContain(i % 2 === 0 ? GERMAN : ENGLISH);
        expect(details(reply)).not.toContain(i % 2 === 0 ? ENGLISH : GERMAN);
      }
    }
  });

  it('have a tag of their own: who changes the language is not told that nothing changed', async () => {
    await stopped();
    if (kindless) return;
    const { etag } = (await get(path)).headers;
    const again = await ask(served.port, {
      path,
      headers: { 'accept-language': 'de', 'if-none-match': etag!, 'accept-encoding': 'gzip' },
    });
    expect(again.status).toBe(200);
  });
});

describe('what is the same in every language', () => {
  it('is made once for all of them', async () => {
    let made = 0;
    const records = () => {
      made += 1;
      return new FakeStation().history.records();
    };
    const clock = new FakeClock();
    served = await serving({ station: stationWith({ records }, new FakeStation({ clock })), clock });
    for (const language of ['de', 'fr', 'pl', 'en', 'ar']) await get('/api/records', language);
    expect(made).toBe(1);
    expect((await get('/api/records', 'de')).headers['content-language']).toBeUndefined();
  });

  it('is every answer without sentences, to the byte', async () => {
    await stopped();
    for (const { path, worded, method, media } of Object.values(endpoints)) {
      if (worded || method !== 'get' || media !== 'application/json' || path.includes(':')) continue;
      if (['/api/health', '/api/openapi.json', '/api/settings'].includes(path)) continue;
      const [english, german] = [await get(path, 'en'), await get(path, 'de')];
      if (english.status === 200) expect(german.text, path).toBe(english.text);
    }
  });
});

describe('a refusal', () => {
  it('is in the language of whoever is refused, and English for programs', async () => {
    await stopped();
    const path = '/api/forecast?target=moon';
    expect((await get(path)).json).toMatchObject({ detail: "unknown target 'moon'" });
    expect((await get(path, 'de')).json).toMatchObject({ detail: 'Unbekannte Messgröße „moon“' });
    expect((await get(`${path}&lang=de`)).json).toMatchObject({ detail: 'Unbekannte Messgröße „moon“' });
  });

  it('keeps for programs what they go by', async () => {
    await stopped();
    const { status, json } = await get('/api/history/range?start=10&end=5', 'de');
    expect(status).toBe(422);
    expect(json).toMatchObject({
      detail: 'Das Ende muss nach dem Anfang liegen',
      errors: [{ type: 'value_error', loc: ['query', 'end'], msg: 'Das Ende muss nach dem Anfang liegen' }],
    });
  });
});
