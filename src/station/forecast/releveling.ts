import type { Target } from '../../contract/names.ts';
import type { TickRow } from '../tick.ts';
import type { ClimateValues } from './climate/climatology.ts';
import type { IssuedForecast } from './issued-forecast.ts';
import type { Knowledge } from './knowledge.ts';
import type { Waiting } from './waiting.ts';

/** Effects of a new scale on forecasts: levels move, learned changes stay. */
export class Releveling {
  constructor(
    private readonly known: Knowledge,
    private readonly waiting: Waiting,
    private readonly told: IssuedForecast,
  ) {}

  /**
   * The scale is another one. `rows` are the ticks of the last `TICKS_HELD_S` as they are on it, oldest first: what looks back is made
   * from them anew. Forecasts of a signal that moved are void.
   */
  lookBack(rows: readonly TickRow[], moved: readonly Target[]): void {
    this.known.lookBackOn(rows);
    this.known.net.diary.relevel(rows);
    for (const row of rows) this.told.publishBy(row);
    for (const target of moved) {
      this.known.epochs[target] += 1;
      this.waiting.forget(target);
      this.known.chances.forget(target);
      for (const head of this.known.heads.of(target)) head.forgetLastError();
    }
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
