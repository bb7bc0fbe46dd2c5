import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Report } from '../report.ts';
import type { Board, Sample } from '../sensors/sample.ts';
import type { Store } from '../store/store.ts';
import type { RawTick } from '../tick.ts';
import { ClockGuard } from './clock-guard.ts';
import { onlookers, Pipeline } from './pipeline.ts';
import { Pulse } from './pulse.ts';
import { Punctuality } from './punctuality.ts';
import type { Reading } from './reading.ts';
import { toRow } from './stored-row.ts';
import { TickBuilder } from './tick-builder.ts';

export interface SamplerParts {
  config: Config;
  clock: Clock;
  store: Store;
  board: Board;
  pipeline: Pipeline;
  report: Report;
  outdoorC(): number | null;
  /** After each reading, also one that only shows. */
  onReading(reading: Reading): void;
  /** After each row of the five-minute grid. */
  onTick(tick: RawTick): void;
}

/** One turn after another: read the board, give the sample its time, walk it through the pipeline, queue its row. */
export class Sampler {
  readonly punctuality: Punctuality;
  readonly pulse: Pulse;
  readonly #parts: SamplerParts;
  readonly #guard: ClockGuard<Sample>;
  readonly #ticks: TickBuilder;
  #reading: Reading | null = null;
  #count = 0;
  #turn: Promise<void> | null = null;
  /** Shows values while their time is not known: what it learns is thrown away. */
  #preview: Pipeline | null = null;

  constructor(parts: SamplerParts) {
    this.#parts = parts;
    const { config, clock, store } = parts;
    const { sample_interval_s } = config.sensors;
    this.punctuality = new Punctuality(clock, sample_interval_s * 1000);
    this.pulse = new Pulse(clock, sample_interval_s);
    this.#guard = new ClockGuard(store.samples.newestTs());
    this.#ticks = new TickBuilder(sample_interval_s);
  }

  get reading(): Reading | null {
    return this.#reading;
  }

  get count(): number {
    return this.#count;
  }

  /** The row of this very moment, for a forecast asked for out of turn. */
  now(tS: number): RawTick | null {
    return this.#ticks.now(tS);
  }

  /** Turns never overlap, whoever asks for one. */
  take(): Promise<void> {
    this.#turn ??= this.#sample().finally(() => {
      this.#turn = null;
    });
    return this.#turn;
  }

  async #sample(): Promise<void> {
    const { board, clock, store, report } = this.#parts;
    const tS = clock.nowS();
    const sample = await board.read(tS);
    for (const { kind, severity, detail, data } of board.takeNotices()) report(kind, severity, detail, data);
    const { store: stamped, move, event } = this.#guard.take(sample, tS, clock.steadyMs());
    if (move) store.samples.move(move.fromS, move.byS);
    if (event) report('clock', event.severity, event.detail, event.data);
    for (const one of stamped) this.#learn(one.sample, one.tS);
    if (stamped.length === 0) this.#show(sample, tS);
    this.pulse.beat(sample);
  }

  #learn(sample: Sample, tS: number): void {
    const { pipeline, store, report, outdoorC, onReading, onTick } = this.#parts;
    this.#preview = null;
    const { reading, steps, latches } = pipeline.learn(sample, tS, outdoorC());
    for (const { signal, before, after } of steps) {
      const detail = `${signal} jumped from ${before.toFixed(2)} to ${after.toFixed(2)} and stayed`;
      report('sensor', 'warn', detail, { signal, before, after });
    }
    for (const { thermometer, latched } of latches) {
      const detail = latched ? 'repeats one value and is left out' : 'moves again';
      report('sensor', latched ? 'warn' : 'info', `the thermometer of the ${thermometer} ${detail}`);
    }
    const move = pipeline.parts.orientation.takeMove();
    if (move) {
      const turned = move.turnedDeg === null ? '' : `, turned by ${move.turnedDeg.toFixed(0)}°`;
      const detail = `The board was moved (tilted by ${move.tiltedDeg.toFixed(0)}°${turned}): calibrate again`;
      report('discontinuity', 'warn', detail, { signal: 'attitude', before: null, after: null, ...move });
    }
    store.samples.append(toRow(reading));
    this.#reading = reading;
    this.#count += 1;
    onReading(reading);
    const tick = this.#ticks.add(reading);
    if (tick) onTick(tick);
  }

  #show(sample: Sample, tS: number): void {
    const { config, pipeline, outdoorC, onReading } = this.#parts;
    this.#preview ??= new Pipeline(config, onlookers(config, pipeline.parts));
    this.#reading = this.#preview.learn(sample, tS, outdoorC()).reading;
    this.#count += 1;
    onReading(this.#reading);
  }
}
