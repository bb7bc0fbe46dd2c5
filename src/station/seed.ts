import type { Config } from '../config/config.ts';
import { Memory } from './learned/memory.ts';
import { Pipeline } from './sampling/pipeline.ts';
import { recallParts, rememberedParts } from './sampling/pipeline-memory.ts';
import { toRow } from './sampling/stored-row.ts';
import { TickBuilder } from './sampling/tick-builder.ts';
import type { SimulatorBoard } from './sensors/boards/simulator.ts';
import type { Store } from './store/store.ts';
import type { RawTick } from './tick.ts';

export interface SeedPlan {
  startS: number;
  endS: number;
  stepS: number;
  /** Without rows of the five-minute grid a stretch is of the distant past: climatology learns its hours, the forecasts nothing. */
  withTicks?: boolean;
}

/** Rows gathered before a commit: big enough for speed, small enough for memory. */
const COMMIT_ROWS = 2000;

/**
 * Writes simulated history through the pipeline that live samples walk, roll-ups and tick rows included. A generator, so that the
 * caller can show progress: it yields the share done after each commit.
 */
export function* seedHistory(store: Store, board: SimulatorBoard, config: Config, plan: SeedPlan): Generator<number> {
  const slow = { ...config, sensors: { ...config.sensors, sample_interval_s: plan.stepS } };
  const memory = new Memory(store.learned, (kind, severity, { detail, said }) =>
    store.events.add({ ts: plan.startS, kind, severity, detail, said }),
  );
  const pipeline = new Pipeline(slow, recallParts(memory, slow));
  const ticks = new TickBuilder(plan.stepS);
  const total = Math.max(1, Math.floor((plan.endS - plan.startS) / plan.stepS));
  let built: RawTick[] = [];
  for (let i = 1; i <= total; i++) {
    const tS = plan.startS + i * plan.stepS;
    const { reading } = pipeline.learn(board.sample(tS), tS, null);
    store.samples.append(toRow(reading));
    const tick = plan.withTicks === false ? null : ticks.add(reading);
    if (tick) built.push(tick);
    if (i % COMMIT_ROWS === 0 || i === total) {
      store.flush();
      store.ticks.appendAll(built);
      built = [];
      yield i / total;
    }
  }
  pipeline.parts.filters.forgetNoise(); // that of this spacing is not that of live samples
  memory.save(rememberedParts(pipeline.parts), plan.endS);
}
