import { connect, type Socket } from 'node:net';
import { EventSource } from 'eventsource';
import { describe, expect, it } from 'vitest';
import { Alarm } from '../../src/contract/alarms.ts';
import { StreamMessage } from '../../src/contract/status.ts';
import type { StationApi } from '../../src/station/api.ts';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { runningClock } from '../support/running-clock.ts';
import { serving } from '../support/serve.ts';
import { stationWith } from '../support/station-with.ts';

/** A reader that sees every byte as it comes. */
class Reader {
  text = '';
  ended = false;
  private constructor(readonly socket: Socket) {
    socket.setEncoding('utf8').on('data', (piece: string) => {
      this.text += piece;
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        this.ended = true;
      });
  }
  static open(port: number): Promise<Reader> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
        resolve(new Reader(socket));
      });
      socket.once('error', reject);
    });
  }
  get head(): string {
    return this.text.split('\r\n\r\n')[0] ?? '';
  }
  /** The body with the frames of chunked coding removed. */
  get body(): string {
    return this.text
      .split('\r\n')
      .slice(this.head.split('\r\n').length + 1)
      .filter((_, i) => i % 2 === 1)
      .join('');
  }
  get messages(): string[] {
    return this.body.split('\n\n').filter(Boolean);
  }
}

/** Network and timers are real: so often it is looked whether something has become true. */
const SOON = { interval: 5 };

describe('the event stream', () => {
  it('tells of an alarm whose state has changed, as an event of its own, and of none before', async () => {
    const clock = new FakeClock();
    const station = new FakeStation({ clock });
    const served = await serving({ station, clock });
    const reader = await Reader.open(served.port);
    await expect.poll(() => reader.messages.length, SOON).toBe(1);
    station.alarms.acknowledge('frost_tonight');
    await clock.advance(2000);
    await expect.poll(() => reader.messages.some((one) => one.startsWith('event: alarm')), SOON).toBe(true);
    const [event] = reader.messages.filter((one) => one.startsWith('event: alarm'));
    const alarm = Alarm.parse(JSON.parse(event!.split('\ndata: ')[1]!));
    expect(alarm).toMatchObject({ id: 'frost_tonight', state: 'acknowledged' });
    await clock.advance(2000);
    await expect.poll(() => reader.messages.length >= 4, SOON).toBe(true);
    expect(reader.messages.filter((one) => one.startsWith('event: alarm'))).toHaveLength(1);
  });

  it('[6.1a] has the headers that keep proxies from holding it back', async () => {
    const served = await serving({ station: new FakeStation() });
    const reader = await Reader.open(served.port);
    await expect.poll(() => reader.messages.length, SOON).toBe(1);
    expect(reader.head).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(reader.head).toMatch(/^content-type: text\/event-stream$/im);
    expect(reader.head).toMatch(/^cache-control: no-cache$/im);
    expect(reader.head).toMatch(/^x-accel-buffering: no$/im);
    expect(reader.head).not.toMatch(/^content-(length|encoding):/im);
  });

  it('[6.1b] [8.10] speaks at once and then every two seconds', async () => {
    const clock = new FakeClock();
    const served = await serving({ station: new FakeStation({ clock }), clock });
    const reader = await Reader.open(served.port);
    await expect.poll(() => reader.messages.length, SOON).toBe(1);
    await clock.advance(1999);
    expect(reader.messages).toHaveLength(1);
    await clock.advance(1);
    await expect.poll(() => reader.messages.length, SOON).toBe(2);
    await clock.advance(2000);
    await expect.poll(() => reader.messages.length, SOON).toBe(3);
    const times = reader.messages.map((m) => JSON.parse(m.slice(6)).telemetry.timestamp);
    expect(times.map((t) => t - times[0])).toEqual([0, 2, 4]);
  });

  it('[6.1c] sends one data line and a blank line', async () => {
    const served = await serving({ station: new FakeStation() });
    const reader = await Reader.open(served.port);
    await expect.poll(() => reader.messages.length, SOON).toBe(1);
    expect(reader.body).toMatch(/^data: \{[^\n]*\}\n\n$/);
  });

  it('[6.1d] carries telemetry, precipitation, health and drift stress, the telemetry byte for byte as /api/telemetry', async () => {
    const served = await serving({ station: new FakeStation() });
    const reader = await Reader.open(served.port);
    await expect.poll(() => reader.messages.length, SOON).toBe(1);
    const json = reader.messages[0]!.slice('data: '.length);
    StreamMessage.parse(JSON.parse(json));
    expect(json).toContain(`"telemetry":${(await ask(served.port, { path: '/api/telemetry' })).text},`);
  });

  it('[6.1d] has an empty precipitation while there is none', async () => {
    const served = await serving({ station: new FakeStation({ variant: 'cold' }) });
    const reader = await Reader.open(served.port);
    await expect.poll(() => reader.messages.length, SOON).toBe(1);
    expect(JSON.parse(reader.messages[0]!.slice(6)).precipitation).toEqual({});
  });

  it('[6.1f] leaves nothing behind when the reader goes: no client, no timer, no listener', async () => {
    const clock = new CountingClock();
    const { port, server } = await serving({ station: new FakeStation(), clock });
    for (let round = 0; round < 3; round += 1) {
      const readers = await Promise.all(Array.from({ length: 20 }, () => Reader.open(port)));
      await expect.poll(() => server.streamClients === 20 && clock.sleeping === 20, SOON).toBe(true);
      for (const { socket } of readers) socket.destroy();
      await expect.poll(() => server.streamClients === 0 && clock.sleeping === 0, SOON).toBe(true);
    }
    expect(clock.listeners).toBe(0);
  });

  it('[6.1g] [3c] ends at once when the service stops, with the readers between two messages', async () => {
    const clock = new FakeClock(); // no time passes, so nothing here can end by waiting
    const served = await serving({ station: new FakeStation({ clock }), clock });
    const readers = await Promise.all(Array.from({ length: 5 }, () => Reader.open(served.port)));
    await expect.poll(() => readers.every((reader) => reader.messages.length === 1), SOON).toBe(true);
    await served.server.stop();
    await expect.poll(() => readers.every((reader) => reader.ended), SOON).toBe(true);
    expect(served.server.streamClients).toBe(0);
    for (const reader of readers) expect(reader.text.endsWith('0\r\n\r\n')).toBe(true); // an orderly end, not a torn one
  });

  it('ends when its station is taken away, and is refused until there is another', async () => {
    const clock = new FakeClock();
    const station = new FakeStation({ clock });
    const served = await serving({ station, clock });
    const reader = await Reader.open(served.port);
    await expect.poll(() => reader.messages.length, SOON).toBe(1);
    served.server.setStation(null);
    await clock.advance(2000);
    await expect.poll(() => reader.ended, SOON).toBe(true);
    expect((await ask(served.port, { path: '/api/stream' })).json).toMatchObject({ detail: 'station not started' });
  });

  it('refuses one reader more than the settings allow, and takes one again when one has gone', async () => {
    const served = await serving({ station: new FakeStation(), settings: { maxStreamClients: 2 } });
    const first = await Reader.open(served.port);
    await Reader.open(served.port);
    await expect.poll(() => served.server.streamClients, SOON).toBe(2);
    const { status, json } = await ask(served.port, { path: '/api/stream' });
    expect(status).toBe(503);
    expect(json).toMatchObject({ detail: 'too many live streams are open' });
    first.socket.destroy();
    await expect.poll(() => served.server.streamClients, SOON).toBe(1);
    const third = await Reader.open(served.port);
    await expect.poll(() => third.messages.length, SOON).toBe(1);
  });

  it('drops a reader that leaves more than a megabyte unread, and goes on for the others', async () => {
    const clock = new FakeClock();
    const station = wordy(new FakeStation({ clock }), 400_000);
    const served = await serving({ station, clock });
    const lazy = await Reader.open(served.port);
    lazy.socket.pause();
    const eager = await Reader.open(served.port);
    await expect.poll(() => served.server.streamClients, SOON).toBe(2);
    for (let i = 0; i < 60 && served.server.streamClients === 2; i += 1) {
      await clock.advance(2000);
      await expect.poll(() => eager.messages.length > i, SOON).toBe(true);
    }
    expect(served.server.streamClients).toBe(1);
    const before = eager.messages.length;
    await clock.advance(2000);
    await expect.poll(() => eager.messages.length > before, SOON).toBe(true);
    expect((await ask(served.port, { path: '/api/metrics' })).text).toContain('weatherglass_streams_dropped_total 1');
  });

  it('makes the text of a sample once, however many readers there are', async () => {
    const clock = new FakeClock();
    const station = new FakeStation({ clock });
    let asked = 0;
    const counted = stationWith(
      {
        telemetry: () => {
          asked += 1;
          return station.telemetry();
        },
        streamMessage: () => {
          asked += 1;
          return station.streamMessage();
        },
      },
      station,
    );
    const served = await serving({ station: counted, clock });
    const readers = [await Reader.open(served.port)];
    await expect.poll(() => readers[0]!.messages.length === 1, SOON).toBe(true);
    asked = 0;
    readers.push(...(await Promise.all(Array.from({ length: 9 }, () => Reader.open(served.port)))));
    await expect.poll(() => readers.every((reader) => reader.messages.length === 1), SOON).toBe(true);
    await ask(served.port, { path: '/api/telemetry' });
    expect(asked).toBe(0);
  });

  it('logs a message that cannot be made, once, and goes on when it can', async () => {
    const clock = new FakeClock();
    const station = new FakeStation({ clock });
    let broken = true;
    const moody = stationWith(
      { streamMessage: async () => (broken ? Promise.reject(new Error('no message today')) : station.streamMessage()) },
      station,
    );
    const served = await serving({ station: moody, clock });
    const reader = await Reader.open(served.port);
    await expect.poll(() => served.server.streamClients, SOON).toBe(1);
    for (let i = 0; i < 3; i += 1) await clock.advance(2000);
    broken = false;
    await clock.advance(2000);
    await expect.poll(() => reader.messages.length, SOON).toBe(1);
    expect(served.log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('answers HEAD with its headers and opens no stream', async () => {
    const served = await serving({ station: new FakeStation() });
    const { status, headers, text } = await ask(served.port, { method: 'HEAD', path: '/api/stream' });
    expect([status, headers['content-type'], text]).toEqual([200, 'text/event-stream', '']);
    await expect.poll(() => served.server.streamClients, SOON).toBe(0);
  });

  it('is understood by an EventSource', async () => {
    const served = await serving({ station: new FakeStation({ clock: runningClock() }) });
    const source = new EventSource(`${served.url}/api/stream`);
    const data = await new Promise<string>((resolve, reject) => {
      source.onmessage = (event) => resolve(String(event.data));
      source.onerror = (event) => reject(new Error(event.message));
    });
    source.close();
    StreamMessage.parse(JSON.parse(data));
    await expect.poll(() => served.server.streamClients, SOON).toBe(0);
  });
});

/** A clock whose sleepers and abort listeners can be counted. */
class CountingClock {
  sleeping = 0;
  listeners = 0;
  nowS = () => 1_750_000_000;
  steadyMs = () => 0;
  sleep = (_ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      this.sleeping += 1;
      this.listeners += 1;
      signal.addEventListener(
        'abort',
        () => {
          this.sleeping -= 1;
          this.listeners -= 1;
          resolve();
        },
        { once: true },
      );
    });
}

/** A station whose messages are as long as a novel. */
const wordy = (station: FakeStation, length: number): StationApi =>
  stationWith(
    { streamMessage: async () => ({ ...(await station.streamMessage()), padding: 'x'.repeat(length) }) },
    station,
  );
