import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHistory } from '../../src/main/open-history.ts';
import { startService } from '../../src/main/service.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { headsOn } from '../../src/station/forecast/grid.ts';
import { TICK_S } from '../../src/station/tick.ts';
import { LongestTurn } from '../support/longest-turn.ts';
import { promised } from '../support/promised.ts';
import { runningClock } from '../support/running-clock.ts';
import { rawOf, tickRows } from '../support/tick-rows.ts';

/** Of computing in one turn: whoever asks while the station opens waits for it, and on an old Pi ten times as long. */
const MOST_MS = 50;
const DAY_S = 86_400;

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-opening-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const settingsIn = (data: string) => {
  const settings = loadSettings(
    { data: join(scratch, data), source: 'simulator', port: '0', host: '127.0.0.1' },
    { HOME: scratch },
  );
  settings.config.log.level = 'silent';
  return settings;
};
const settings = settingsIn('data');
const clock = runningClock();

/** A fortnight of rows that no head has seen, and all the scores that are ever kept. */
beforeAll(async () => {
  const { store } = await openHistory({ settings, clock, kindFor: () => 'simulator' });
  const endS = Math.floor(clock.nowS() / TICK_S) * TICK_S;
  const rows = tickRows(endS - 14 * DAY_S, (14 * DAY_S) / TICK_S, (tS) => ({
    temperatureC: 15 + 5 * Math.sin((2 * Math.PI * tS) / DAY_S),
    stationHpa: 1010 + 5 * Math.sin(tS / 90_000),
  }));
  store.ticks.appendAll(rows.map(rawOf));
  const today = Math.floor(endS / DAY_S);
  const sums = { n: 288, absolute: 100, signed: 1, squared: 90, persistence: 150, climatology: 120, nClimatology: 288 };
  const state = { ...sums, judged: 288, hits: 260, width: 500, winkler: 600, crps: 70 };
  store.scores.save(
    Array.from({ length: 400 }, (_, i) =>
      headsOn(TICK_S).map((key) => ({ ...key, day: today - 400 + i, state })),
    ).flat(),
  );
  store.close();
  // Modules are read and compiled by another station's start: here the history is what takes time.
  await (await startService(settingsIn('another'), { clock })).stop();
});

it.each(['that nobody has learned from', 'that it has lived'])(
  'no turn of the thread is long while a station opens a history %s',
  async (history) => {
    const turns = new LongestTurn();
    const service = await startService(settings, { clock });
    const longestMs = turns.end();
    expect(service.station.forecasts.scorecard().rows).toHaveLength(18);
    await service.stop();
    promised(`the longest turn while a history opens ${history}`, longestMs, MOST_MS);
  },
);
