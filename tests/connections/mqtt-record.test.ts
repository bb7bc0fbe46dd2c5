import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ReplayBoard } from '../../src/station/sensors/boards/replay.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeFiles } from '../support/fake-files.ts';
import { freePort } from '../support/free-port.ts';
import { openRealStation } from '../support/real-station.ts';
import { hasMosquitto, Mosquitto } from './support/mosquitto.ts';
import { MqttLinks } from './support/mqtt-links.ts';

const PORT = await freePort();

describe.skipIf(!hasMosquitto)('MQTT over a real broker', () => {
  const broker = new Mosquitto(PORT);
  const links = new MqttLinks(broker);
  beforeAll(() => broker.start());
  afterAll(() => broker.close());

  it('of a station under replay a listener can put together the record, to the last digit', async () => {
    const lines = ['ts,temperature_c,humidity_pct,pressure_hpa'];
    for (let i = 0; i <= 600; i += 1) {
      const at = 1_700_000_000 + i * 60;
      lines.push(
        `${at},${(15 + 5 * Math.sin(i / 40)).toFixed(2)},${(60 + 10 * Math.cos(i / 55)).toFixed(1)},${(1010 + i / 100).toFixed(2)}`,
      );
    }
    const clock = new FakeClock(1_750_000_000);
    const board = new ReplayBoard(new FakeFiles({ '/r.csv': lines.join('\n') }), '/r.csv', 10);
    const replayed = await openRealStation({ clock, board });
    try {
      const { heard } = await broker.listener();
      const { link: one } = links.begin(replayed, { interval_s: 10 }, { clock });
      await expect.poll(() => one.status().last_success_ts).not.toBeNull();
      const states = () => heard.filter(({ topic }) => topic.endsWith('/state'));
      for (let i = 1; i <= 180; i += 1) {
        const before = states().length;
        const toldS = one.status().last_success_ts;
        await clock.advance(10_000);
        // Heard, and taken to the last word of that turn: only then is the next one waited for.
        await vi.waitFor(
          () => {
            expect(states().length).toBeGreaterThan(before);
            expect(one.status().last_success_ts).not.toBe(toldS);
          },
          { timeout: 60_000, interval: 1 },
        );
      }
      replayed.store.flush();
      const stored = new Map(replayed.store.samples.next(0, 100_000).map((row) => [Math.round(row.ts * 1000), row]));
      const said = states().map(({ text }) => JSON.parse(text) as Record<string, number | null>);
      expect(said.length).toBeGreaterThanOrEqual(181);
      let compared = 0;
      for (const state of said) {
        const row = stored.get(Math.round(state['timestamp']! * 1000))!;
        for (const [key, column] of [
          ['temperature', 'temp_smooth'],
          ['humidity', 'hum_smooth'],
          ['pressure', 'press_slp'],
          ['dew_point', 'dew'],
        ] as const) {
          if (row[column] === null) expect(state[key]).toBeNull();
          else expect(state[key]).toBeCloseTo(row[column], 6);
          compared += 1;
        }
      }
      expect(compared).toBe(said.length * 4);
    } finally {
      await links.end();
      await replayed.close();
    }
  });
});
