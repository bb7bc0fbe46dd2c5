import type { Move } from '../attitude/move-watch.ts';
import type { Report } from '../report.ts';
import type { Learned } from './pipeline.ts';

/** What a sample showed that is worth an event each. */
export function tellOf({ steps, latches }: Learned, move: Move | null, report: Report): void {
  for (const { signal, before, after } of steps) {
    const detail = `${signal} jumped from ${before.toFixed(2)} to ${after.toFixed(2)} and stayed`;
    report('sensor', 'warn', detail, { signal, before, after });
  }
  for (const { thermometer, latched } of latches) {
    const detail = latched ? 'repeats one value and is left out' : 'moves again';
    report('sensor', latched ? 'warn' : 'info', `the thermometer of the ${thermometer} ${detail}`);
  }
  if (!move) return;
  const turned = move.turnedDeg === null ? '' : `, turned by ${move.turnedDeg.toFixed(0)}°`;
  const detail = `The board was moved (tilted by ${move.tiltedDeg.toFixed(0)}°${turned}): calibrate again`;
  report('discontinuity', 'warn', detail, { signal: 'attitude', before: null, after: null, ...move });
}
