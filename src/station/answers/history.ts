import { ENGLISH } from '../../words/speaker.ts';
import type { HistoryFacet } from '../api.ts';
import type { Forecasts } from '../subjects/forecasts.ts';
import type { Shared } from '../subjects/shared.ts';
import { glance } from './glance/glance.ts';
import { monthReport } from './month-report.ts';
import { monthCsv, monthText } from './month-text.ts';

interface Parts extends Pick<Shared, 'config' | 'store' | 'zone' | 'nowS'> {
  forecasts: Forecasts;
}

/** Answers from what is stored. `store.history` is read each time: it changes when the database is replaced. */
export function historyAnswers({ config, store, zone, nowS, forecasts }: Parts): HistoryFacet {
  const { name, units: own } = config.site;
  const usual = (startS: number, endS: number) => forecasts.usualDay(startS, endS);
  const broughtIn = (startS: number, endS: number) =>
    store.provenance
      .within(startS, endS)
      .map(({ job, format, files, fromS: from, untilS: to }) => ({ job, format, files, from, to }));
  const report: HistoryFacet['report'] = (month) => {
    const { days, firstS } = store.history;
    return monthReport({ zone, units: own, name, nowS: nowS(), firstS: firstS(), days, usual }, month);
  };
  return {
    nowS,
    recent: (hours, maxPoints) => store.history.decimated(hours, maxPoints, nowS()),
    *range(startS, endS, bucketS, columns) {
      const range = yield* store.history.range(startS, endS, bucketS, columns);
      const imported = broughtIn(startS, endS);
      return imported.length === 0 ? range : { ...range, imported };
    },
    *daily(hours) {
      const { days } = yield* store.history.daily(hours, nowS());
      const first = days.at(-1)?.first_ts ?? 0;
      if (broughtIn(first, nowS()).length === 0) return { days };
      return {
        days: days.map((day) => {
          const [of] = broughtIn(day.first_ts, day.last_ts + 1);
          return of ? { ...day, imported: of.job } : day;
        }),
      };
    },
    glance: () => {
      const { days, range, firstS } = store.history;
      return glance({ zone, nowS: nowS(), firstS: firstS(), days, range });
    },
    report,
    *reportText(month, speaker = ENGLISH, units = 'metric') {
      return monthText(yield* report(month), zone, speaker, units);
    },
    *reportCsv(month, units = 'metric') {
      return monthCsv(yield* report(month), units);
    },
    records: () => store.history.records(),
    storage: () => store.history.storage(),
    exportCsv: (startS, endS, shape) => store.history.csv(startS, endS, shape),
    hours: () => store.history.past.pages(0, nowS(), 'hour'),
    firstS: () => store.history.firstS(),
    localStamp: (tS) => store.history.localStamp(tS),
  };
}
