import { DAY_S, MINUTE_S } from '../../base/durations.ts';
import type { AlarmScore } from '../../contract/alarms.ts';
import { refused, sentence } from '../../words/sentence.ts';
import type { Period } from '../alarms/chance-record.ts';
import type { ChanceOf } from '../alarms/chances.ts';
import { scoreOf, steppedTo } from '../alarms/score.ts';
import type { AlarmsFacet } from '../api.ts';
import type { AlarmsRoom } from '../subjects/alarms.ts';

const WINDOW_S = 30 * DAY_S;
const HALF_YEAR_S = (365.2425 / 2) * DAY_S;

/** Answers about alarms, and what people do with them. */
export function alarmAnswers({ alarms, isSouthern }: AlarmsRoom, nowS: () => number): AlarmsFacet {
  const score = (of: ChanceOf, periods: readonly Period[], threshold: number): AlarmScore =>
    scoreOf(of.rule.id, periods, threshold, of.target === 'temperature' && of.rule.when === 'chance_below');
  return {
    list(speaker, units) {
      const all = alarms.list(speaker, units);
      return { alarms: all, rules: all.length };
    },
    acknowledge: (id, speaker) => alarms.get(id) && (alarms.acknowledge(id) ?? alarms.get(id, speaker)),
    snooze: (id, minutes, speaker) =>
      alarms.get(id) && (alarms.snooze(id, minutes * MINUTE_S) ?? alarms.get(id, speaker)),
    test(id) {
      const done = alarms.test(id);
      return done && { id, fingerprint: done.fingerprint, channels: [...done.channels] };
    },
    scores: () => ({ scores: alarms.chances.all.map((of) => score(of, of.record.periods, of.rule.on)) }),
    rehearse(id, on, window) {
      if (alarms.get(id) === null) return null;
      const of = alarms.chances.get(id);
      if (of === null) return refused(sentence('refusal.alarm-plain', { id }));
      const [fromS, untilS] = window === 'winter' ? winterOf(nowS(), isSouthern) : [nowS() - WINDOW_S, Infinity];
      const periods = of.record.periods.filter(({ byS }) => byS >= fromS && byS < untilS);
      return score(of, periods, steppedTo(on ?? of.rule.on));
    },
    changedSince: (seq) => alarms.changedSince(seq),
    counts: () => alarms.counts,
    get: (id, speaker) => alarms.get(id, speaker),
  };
}

/** The winter that is, or the last one: October to March, or April to September on the other side of the earth. */
function winterOf(nowS: number, isSouthern: boolean): [fromS: number, untilS: number] {
  const first = isSouthern ? 3 : 9;
  const start = (year: number): number => Date.UTC(year, first, 1) / 1000;
  const year = new Date(nowS * 1000).getUTCFullYear();
  const fromS = start(year) <= nowS ? start(year) : start(year - 1);
  return [fromS, fromS + HALF_YEAR_S];
}
