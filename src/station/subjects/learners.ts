import type { Pipeline } from '../sampling/pipeline.ts';
import type { Forecasts } from './forecasts.ts';
import type { RainRoom } from './rain.ts';
import type { WatchRoom } from './watch.ts';

/** The subjects that learn, each from what the one before it makes of a sample. */
export interface Learners {
  pipeline: Pipeline;
  forecasts: Forecasts;
  rain: RainRoom;
  watch: WatchRoom;
}
