import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import type { History, HistoryRange } from '../../src/contract/history.ts';
import { ApiError } from '../../src/http/api-error.ts';
import { toWire, wireSteps } from '../../src/http/json.ts';
import { Packed } from '../../src/http/packed.ts';
import { SharedAnswers } from '../../src/server/answers/shared-answers.ts';
import { ask, postJson } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { lanAddress } from '../support/lan.ts';
import { runningClock } from '../support/running-clock.ts';
import { serving } from '../support/serve.ts';

/** A station that counts how often it worked an answer out. */
class CountingStation extends FakeStation {
  readonly worked = { history: 0, status: 0, forecast: 0 };
  constructor(options: ConstructorParameters<typeof FakeStation>[0]) {
    super(options);
    const { history, forecasts, worked } = this;
    const recent = history.recent.bind(history);
    history.recent = (...asked) => {
      worked.history += 1;
      return recent(...asked);
    };
    const forecast = forecasts.forecast.bind(forecasts);
    forecasts.forecast = (...asked) => {
      worked.forecast += 1;
      return forecast(...asked);
    };
  }
  override status() {
    this.worked.status += 1;
    return super.status();
  }
}

const open = async () => {
  const clock = new FakeClock();
  const station = new CountingStation({ clock });
  const { port, server } = await serving({ station, clock });
  return { clock, station, port, server, get: (path: string) => ask(port, { path }) };
};

describe('equal questions', () => {
  it('that come together are worked out once', async () => {
    const { station, get } = await open();
    const replies = await Promise.all(Array.from({ length: 12 }, () => get('/api/history?hours=3')));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(station.worked.history).toBe(1);
    await get('/api/history?hours=4');
    expect(station.worked.history).toBe(2);
  });

  it('get the same answer until the next sample, and the state of the station only for a moment', async () => {
    const { clock, station, get } = await open();
    for (const path of ['/api/history', '/api/status']) await get(path);
    await clock.advance(200);
    for (const path of ['/api/history', '/api/status']) await get(path);
    expect(station.worked).toMatchObject({ history: 1, status: 1 });
    await clock.advance(300);
    for (const path of ['/api/history', '/api/status']) await get(path);
    expect(station.worked).toMatchObject({ history: 1, status: 2 });
    await clock.advance(2000);
    await get('/api/history');
    expect(station.worked.history).toBe(2);
  });

  it('are worked out anew after any change', async () => {
    const { station, port, get } = await open();
    const events = async () => ((await get('/api/events')).json as { kind: string }[]).map(({ kind }) => kind);
    expect(await events()).not.toContain('label');
    await get('/api/status');
    await postJson(port, '/api/label', { value: 1 });
    expect(await events()).toContain('label');
    await get('/api/status');
    expect(station.worked.status).toBe(2);
  });

  it('outlast a look at the connections, which changes nothing', async () => {
    const { station, get } = await open();
    await get('/api/history');
    await get('/api/connections');
    await get('/api/history');
    expect(station.worked.history).toBe(1);
  });

  it('for a new forecast are never answered with an old one', async () => {
    const { station, get } = await open();
    for (let i = 0; i < 3; i += 1) await get('/api/forecast?refresh=true');
    await get('/api/forecast');
    expect(station.worked.forecast).toBe(4);
  });

  it('are not shared with another station', async () => {
    const { get, server } = await open();
    expect((await get('/api/status')).status).toBe(200);
    server.setStation(null);
    expect((await get('/api/status')).status).toBe(503);
  });
});

describe('an answer that is shared while it is made', () => {
  const station = new FakeStation();
  /** A promise of an answer, and its end. */
  const later = () => Promise.withResolvers<Packed>();
  const asking = () => {
    const shared = new SharedAnswers(new FakeClock());
    return (make: () => Promise<Packed>) => shared.take('/api/history', station, null, make);
  };

  it('is made anew for others where the address that asked first must wait', async () => {
    const take = asking();
    const [first, second] = [later(), later()];
    const made: string[] = [];
    const asked = (name: string, { promise }: typeof first) =>
      take(() => {
        made.push(name);
        return promise;
      });
    const greedy = asked('greedy', first);
    const others = [asked('neighbour', second), asked('another', second)];
    const tooMuch = new ApiError(429, 'too much', { afterS: 9 });
    first.reject(tooMuch);
    await expect(greedy).rejects.toBe(tooMuch);
    const packed = new Packed(Buffer.from('{}'));
    second.resolve(packed);
    expect(await Promise.all(others)).toEqual([packed, packed]);
    expect(made).toEqual(['greedy', 'neighbour']);
  });

  it('is refused to each who must wait, and any other refusal is shared', async () => {
    const take = asking();
    const refusals = [429, 429, 404].map((status) => new ApiError(status, 'refused'));
    const left = [...refusals];
    const make = async () => {
      throw left.shift();
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => take(make)));
    const [one, two, shared] = refusals;
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      one,
      two,
      shared,
      shared,
      shared,
    ]);
  });
});

describe('an answer of some size', () => {
  it.each(['/api/history', '/api/openapi.json', '/api/nerd'])(
    '%s is compressed where the client takes it, and the same text',
    async (path) => {
      const { get, port } = await open();
      const plain = await get(path);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers['vary']).toContain('Accept-Encoding');
      const { headers, bytes } = await ask(port, { path, headers: { 'accept-encoding': 'gzip, deflate' } });
      expect(headers['content-encoding']).toBe('gzip');
      expect(bytes.length).toBeLessThan(plain.bytes.length);
      expect(gunzipSync(bytes).toString()).toBe(plain.text);
      expect(headers.etag).not.toBe(plain.headers.etag);
    },
  );

  it.each([
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, GZIP', 'gzip'],
    ['gzip;q=0', undefined],
    ['br;q=0, *', undefined],
    ['*', undefined],
    ['identity;q=0', undefined],
    ['', undefined],
  ])('is answered to Accept-Encoding "%s" as %s, and never refused', async (accepted, packed) => {
    const { port } = await open();
    const { status, headers } = await ask(port, { path: '/api/history', headers: { 'accept-encoding': accepted } });
    expect([status, headers['content-encoding']]).toEqual([200, packed]);
  });

  it('the stream never is', async () => {
    const { port } = await open();
    const { headers } = await ask(port, {
      method: 'HEAD',
      path: '/api/stream',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('is not sent again to who has it', async () => {
    const { get, port } = await open();
    const { etag = '' } = (await get('/api/history')).headers;
    const again = await ask(port, { path: '/api/history', headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    expect((await ask(port, { path: '/api/history?hours=1', headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('of many megabytes is whole', async () => {
    const { get } = await open();
    const { json } = await get('/api/history/range?hours=720&bucket=30');
    const { n, series } = json as HistoryRange & { series: { ts: number[] } };
    expect(series.ts).toHaveLength(n);
    expect(n).toBeGreaterThan(80_000);
  });
});

describe('a text made in steps', () => {
  it.each([
    { a: [1, Number.NaN, 0.12345678], b: undefined, c: { d: 'x' } },
    { series: { ts: Array.from({ length: 5000 }, (_, i) => i / 3), none: [] }, n: 5000, gone: undefined },
    Array.from({ length: 2500 }, (_, i) => ({ i, text: `"${i}`, nothing: null })),
    { '"odd\n': Array.from({ length: 1001 }, () => Number.POSITIVE_INFINITY) },
    { deep: { deeper: { deepest: Array.from({ length: 1001 }, (_, i) => i) } } },
    [],
    {},
    null,
    'text',
  ])('is the text made at once (%#)', (value) => {
    expect(atOnce(wireSteps(value)).toString()).toBe(JSON.stringify(toWire(value)));
  });
});

/** Every answer costs 5 ms here, in one slice, and nothing of it comes back: what a slow machine would take is no part of the question. */
const evenlyPaid = () => {
  let computedMs = 0;
  return { ...runningClock(), steadyMs: () => 0, computedMs: () => (computedMs += 5) };
};

describe.skipIf(!lanAddress)('an address of the LAN that asks for more than a household', () => {
  it('is told to wait for what is not at hand, while others and the wall are answered', async () => {
    const { port } = await serving({
      station: new FakeStation({ historyDays: 300 }),
      clock: evenlyPaid(),
      settings: { host: '0.0.0.0', readLimit: { burst: 40, perMinute: 60 } },
    });
    const statuses: number[] = [];
    for (let i = 0; i < 300 && statuses.at(-1) !== 429; i += 1) {
      const path = `/api/history/range?hours=${5000 + i}&bucket=300`;
      const reply = await ask(port, { path, address: lanAddress! });
      statuses.push(reply.status);
      if (reply.status === 429) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);
    await ask(port, { path: '/api/telemetry' }); // the wall asks for it all the time: it is at hand
    expect((await ask(port, { path: '/api/telemetry', address: lanAddress! })).status).toBe(200);
    expect((await ask(port, { path: '/api/history?hours=5' })).json as History).toMatchObject({ hours: 5 });
  });

  it('is made no more wide answers while it takes none of them', async () => {
    const { port } = await serving({ station: new FakeStation({ historyDays: 300 }), settings: { host: '0.0.0.0' } });
    const idle = Array.from({ length: 60 }, (_, i) => {
      const socket = connect(port, lanAddress!)
        .on('error', () => undefined)
        .pause();
      socket.write(`GET /api/history/range?hours=${7000 + i}&bucket=600 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return socket;
    });
    const wide = { path: '/api/history/range?hours=6999&bucket=600', address: lanAddress! };
    await expect
      .poll(() => ask(port, wide))
      .toMatchObject({
        status: 429,
        json: { detail: 'too many answers are still unread: read them first' },
      });
    for (const socket of idle) socket.destroy();
    await vi.waitFor(async () => expect((await ask(port, wide)).status).toBe(200), 60_000);
  });

  it('waits for reports, too, in whatever form', async () => {
    const { port } = await serving({
      station: new FakeStation({ historyDays: 300 }),
      clock: evenlyPaid(),
      settings: { host: '0.0.0.0', readLimit: { burst: 50, perMinute: 1 } },
    });
    const statuses: number[] = [];
    for (let i = 0; i < 200 && statuses.at(-1) !== 429; i += 1) {
      statuses.push((await ask(port, { path: `/api/report.${i % 2 ? 'csv' : 'txt'}`, address: lanAddress! })).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});
