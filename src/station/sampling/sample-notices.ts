import { sentence } from '../../words/sentence.ts';
import type { Move } from '../attitude/move-watch.ts';
import type { Report } from '../report.ts';
import type { Learned } from './pipeline.ts';

/** Events of one sample: steps, stuck sensors, moves. */
export function tellOf({ steps, latches }: Learned, move: Move | null, report: Report): void {
  for (const { signal, before, after } of steps) {
    report('sensor', 'warn', sentence('sensor.jumped', { signal, before, after }), { signal, before, after });
  }
  for (const { thermometer, latched } of latches) {
    const code = latched ? 'sensor.latched' : 'sensor.unlatched';
    report('sensor', latched ? 'warn' : 'info', sentence(code, { thermometer }));
  }
  if (!move) return;
  const { tiltedDeg, turnedDeg } = move;
  const words = sentence('board.moved', { tiltedDeg, turnedDeg });
  report('discontinuity', 'warn', words, { signal: 'attitude', before: null, after: null, ...move });
}
