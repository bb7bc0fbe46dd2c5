import { atOnce } from '../../../src/base/steps.ts';
import type { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import type { Remembered } from '../../../src/station/learned/memory.ts';

/** Everything an engine has learned. A station keeps the heads apart from all else. */
export const learnedBy = (engine: ForecastEngine): Remembered[] => [
  ...engine.smallComponents(),
  ...engine.headComponents(),
];

/** Restores an engine as a station that starts does. */
export function restore(engine: ForecastEngine, saved: readonly Remembered[]): void {
  const load = (name: string, version: number) =>
    saved.find((one) => one.name === name && one.version === version)?.state ?? null;
  atOnce(engine.restoring(load));
}
