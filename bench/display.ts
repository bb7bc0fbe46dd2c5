// What the LED matrix costs: the panel at 12 frames/s, as share of one core. First at full tilt, with a picture that changes in
// every frame (an alert breathes), then as it runs at home. The panel is a file, written like the framebuffer.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/main/clock.ts';
import { NodeFiles } from '../src/main/machine/files.ts';
import { LedDisplay } from '../src/station/display/led-display.ts';
import { findPanel } from '../src/station/display/panel.ts';
import type { DisplayState } from '../src/station/display/state.ts';
import { emptyState } from '../tests/support/empty-state.ts';

const SECONDS = Number(process.argv[2] ?? 20);

const root = mkdtempSync(join(tmpdir(), 'weatherglass-display-'));
mkdirSync(join(root, 'sys/class/graphics/fb0'), { recursive: true });
mkdirSync(join(root, 'dev'));
writeFileSync(join(root, 'sys/class/graphics/fb0/name'), 'RPi-Sense FB\n');
writeFileSync(join(root, 'dev/fb0'), new Uint8Array(128));

const atHome: DisplayState = {
  ...emptyState,
  temperatureC: 21.4,
  temperatureCPerH: 0.8,
  outdoorC: 4.2,
  pressureHpaPerH: -0.6,
  rainProbability: 0.35,
  ribbon: [900, 3600, 10_800, 21_600, 43_200, 86_400].map((leadS, i) => ({
    leadS,
    muC: 21 - i,
    loC: 20 - i,
    hiC: 22 - i,
  })),
  sunElevationDeg: 12,
  sunAzimuthDeg: 200,
  cloudIndex: 0.4,
  lux: 220,
};

async function shareOfCore(state: DisplayState): Promise<number> {
  const files = new NodeFiles(root);
  const display = new LedDisplay(
    () => findPanel(files, () => Promise.reject(new Error('no bus')), 90),
    () => state,
    systemClock,
    { brightness: 0.6, sceneS: 4 },
  );
  const warm = new AbortController();
  const warming = display.run(warm.signal);
  await systemClock.sleep(1500, new AbortController().signal);
  warm.abort();
  await warming;

  const stop = new AbortController();
  const before = process.cpuUsage();
  const startedMs = systemClock.steadyMs();
  const running = display.run(stop.signal);
  await systemClock.sleep(SECONDS * 1000, stop.signal);
  stop.abort();
  await running;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (systemClock.steadyMs() - startedMs);
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} % of one core`;
const busy = await shareOfCore({ ...atHome, alert: 'storm' });
const usual = await shareOfCore(atHome);
rmSync(root, { recursive: true });
console.log(`12 frames/s for ${SECONDS} s, every frame different: ${percent(busy)} (limit 1 %)`);
console.log(`12 frames/s for ${SECONDS} s, scenes by turns:      ${percent(usual)} (limit 1 %)`);
process.exitCode = Math.max(busy, usual) <= 0.01 ? 0 : 1;
