import type { Target } from '../../contract/names.ts';
import type { TickRow } from '../tick.ts';
import { SelfAsked } from './chance/self-asked.ts';
import type { ClimateValues } from './climate/climatology.ts';
import type { IssuedForecast } from './issued-forecast.ts';
import type { Knowledge } from './knowledge.ts';
import type { Waiting } from './waiting.ts';

/** Effects of a new scale on forecasts: levels move, learned changes stay. */
export class Releveling {
  constructor(
    private readonly known: Knowledge,
    private readonly waiting: Waiting,
    private readonly issued: IssuedForecast,
  ) {}

  /**
   * The scale is another one. `rows` are the ticks of the last `TICKS_HELD_S` as they are on it, oldest first: what looks back is made
   * from them anew. Forecasts of a signal that moved are void.
   */
  lookBack(rows: readonly TickRow[], moved: readonly Target[]): void {
    this.known.lookBackOn(rows);
    this.known.net.diary.relevel(rows);
    for (const row of rows) this.issued.publishBy(row);
    for (const target of moved) {
      this.known.epochs[target] += 1;
      this.waiting.forget(target);
      this.known.chances.forget(target);
      for (const head of this.known.heads.of(target)) head.forgetLastError();
    }
  }

  /**
   * Targets are another series: heads, net, scores and calibrated chances were learned of the one before, and begin as at the first
   * start. What the past of the new series teaches is adopted later, from the record.
   */
  beginAnew(targets: readonly Target[]): void {
    for (const target of targets) {
      this.known.heads.beginAnew(target);
      this.waiting.beginAnew(target);
    }
    this.known.net.beginAnew();
    this.known.chances = new SelfAsked(this.known.stepS);
    this.issued.forget(targets);
  }

  /** Shifts climatology, outlook and day means until they are relearned: see `Climate.move`. */
  moveUsual(by: ClimateValues): void {
    this.known.climate.move(by);
    this.known.running.move(by);
  }

  /** The day means as they are on another scale, from all the ticks that still weigh in them. */
  dayMeans(rows: Iterable<TickRow>): void {
    this.known.running.relevel(rows);
  }
}
