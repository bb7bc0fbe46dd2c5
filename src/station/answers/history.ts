import type { Steps } from '../../base/steps.ts';
import { Zone } from '../../base/zone.ts';
import type { Daily, History, HistoryRange, Records, Storage } from '../../contract/history.ts';
import type { MonthReport } from '../../contract/report.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import type { HistoryFacet } from '../api.ts';
import type { Store } from '../store/store.ts';
import type { Forecasts } from '../subjects/forecasts.ts';
import { monthReport } from './month-report.ts';
import { monthCsv, monthText } from './month-text.ts';

interface Parts {
  store: Store;
  /** Name of the site, for the report's head. */
  name: string;
  timeZone: string;
  usual: Forecasts['usualDay'];
  nowS: () => number;
}

export class StoredHistory implements HistoryFacet {
  readonly #zone: Zone;

  constructor(private readonly parts: Parts) {
    this.#zone = new Zone(parts.timeZone);
  }

  nowS(): number {
    return this.parts.nowS();
  }
  recent(hours: number, maxPoints: number): Steps<History> {
    return this.parts.store.history.steps.decimated(hours, maxPoints, this.nowS());
  }
  range(startS: number, endS: number, bucketS?: number, columns?: readonly string[]): Steps<HistoryRange> {
    return this.parts.store.history.steps.range(startS, endS, bucketS, columns);
  }
  daily(hours: number): Steps<Daily> {
    return this.parts.store.history.steps.daily(hours, this.nowS());
  }
  report(month?: string): Steps<MonthReport> {
    const { store, name, usual } = this.parts;
    const { history } = store;
    return monthReport(
      {
        zone: this.#zone,
        name,
        nowS: this.nowS(),
        firstS: history.firstS(),
        days: (first, last) => history.days(first, last),
        usual,
      },
      month,
    );
  }
  *reportText(month?: string, speaker: Speaker = ENGLISH): Steps<string> {
    return monthText(yield* this.report(month), this.#zone, speaker);
  }
  *reportCsv(month?: string): Steps<string> {
    return monthCsv(yield* this.report(month));
  }
  records(): Records {
    return this.parts.store.history.records();
  }
  storage(): Storage {
    return this.parts.store.history.storage();
  }
  exportCsv(startS: number, endS: number): Iterable<string> {
    return this.parts.store.history.csv(startS, endS);
  }
  localStamp(tS: number): string {
    return this.parts.store.history.localStamp(tS);
  }
}
