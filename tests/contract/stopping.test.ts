import { afterAll, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { forgetPasts, pastUnder, START_S, settingsOf } from '../support/past.ts';
import { openRealStation } from '../support/real-station.ts';
import { runningClock } from '../support/running-clock.ts';
import { serve } from '../support/serve.ts';
import { share } from '../support/share.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

afterAll(forgetPasts);

// A first training over stored history begins with the station. Vitest fails the run on any rejection nobody waits for.
const stops = share('stops of a station in its first training, ms', [0, 30, 120, 400], (afterMs) => [
  afterMs === 0 ? 'as it begins' : 'meanwhile',
]);
it.each(stops)('a station stopped %i ms into its first training ends in order', async (afterMs) => {
  const { site } = settingsOf({});
  const real = await openRealStation({ clock: runningClock(START_S), folder: pastUnder({}, 6), settings: { site } });
  await pause(afterMs);
  await real.close();
  await pause(50);
  expect(real.log.at(-1)).toContain('shut down');
});

it('[3c] a server that stops ends the station’s streams first, and what is asked then is refused, not lost', async () => {
  const real = await openRealStation({ clock: runningClock() });
  const served = await serve({ station: real.station });
  const answer = await fetch(`${served.url}/api/stream`);
  const reader = answer.body!.getReader();
  let told = await reader.read();
  await served.server.stop();
  while (!told.done) told = await reader.read(); // what it told before
  await expect(ask(served.port, { path: '/api/status' })).rejects.toThrow();
  await real.close();
});
