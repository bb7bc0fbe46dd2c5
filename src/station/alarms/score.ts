import { DAY_S } from '../../base/durations.ts';
import type { AlarmScore, AlarmTally, NaiveScore, ReliabilityBin } from '../../contract/alarms.ts';
import { median } from '../../maths/median.ts';
import { type Period, STEP } from './chance-record.ts';

/** Warnings before anything is said of how good they were. */
export const NEEDED = 10;
/** A tenth: further off than this, the chances are too sure or too careful. */
const TRUSTED_WITHIN = 0.1;
/** Cost of a missed night, in false warnings. */
const MISS_COSTS = 2;
/** Fewer than two less: no reason to change anything. */
const WORTH_SAYING = 2;
const MONTH_S = 30.4375 * DAY_S;
const YEAR_S = 365.25 * DAY_S;
/** Nights so near in the calendar, of any year, are of one season. */
const SEASON_S = 15 * DAY_S;
/** Weight of the overall frequency in a season with few nights, in questions: some five nights. */
const BASE_WORTH = 100;
const TENTHS = 10;

/** The step of the record at or below a threshold. */
const stepOf = (threshold: number): number => Math.max(0, Math.floor(threshold / STEP + 1e-9) - 1);
export const steppedTo = (threshold: number): number => Number(((stepOf(threshold) + 1) * STEP).toFixed(2));

/** Hours from the warning of a period by a minute until it came; null where it did not. What came before the warning is no merit of it. */
function leadH({ onsets }: Period, at: number): number | null {
  const onset = at < 0 ? undefined : onsets.find((minute) => minute >= at);
  return onset === undefined ? null : (onset - at) / 60;
}

/** Warnings of periods that are over, by the minute of each: how many, the leads of those that came true, and what came without one. */
function warnings(periods: readonly Period[], minuteOf: (period: Period) => number) {
  const warned = periods.filter((period) => minuteOf(period) >= 0);
  const leads = warned.flatMap((period) => leadH(period, minuteOf(period)) ?? []);
  const missed = periods.filter((period) => period.came === true && minuteOf(period) < 0).length;
  return { n: warned.length, leads, missed };
}

/** Tally of periods that are over. */
export function tallyOf(periods: readonly Period[], threshold: number): AlarmTally {
  const step = stepOf(threshold);
  const { n, leads, missed } = warnings(periods, ({ firsts }) => firsts[step]!);
  return { threshold: steppedTo(threshold), warnings: n, came: leads.length, for_nothing: n - leads.length, missed };
}

/** Said and came, by tenths of what was said. */
function tenthsOf(periods: readonly Period[]) {
  const bins = Array.from({ length: TENTHS }, () => ({ n: 0, nights: 0, said: 0, came: 0 }));
  for (const { tenths } of periods)
    for (const [tenth, n, said, came] of tenths) {
      const bin = bins[tenth]!;
      bin.n += n;
      bin.nights += 1;
      bin.said += said;
      bin.came += came;
    }
  return bins;
}

const reliabilityOf = (periods: readonly Period[]): ReliabilityBin[] =>
  tenthsOf(periods)
    .filter(({ n }) => n > 0)
    .map(({ n, nights, said, came }) => ({ said: said / n, came: came / n, n, nights }));

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);

/**
 * Squared error of the station's own climatology on the same questions: it says of each night how often it came on the others around that
 * date, those of later years too.
 */
function climatologyError(periods: readonly Period[]): number {
  const counts = periods.map(({ byS, tenths }) => ({
    byS,
    n: sumOf(tenths, ([, n]) => n),
    came: sumOf(tenths, ([, , , came]) => came),
  }));
  const [questions, thatCame] = [sumOf(counts, ({ n }) => n), sumOf(counts, ({ came }) => came)];
  const base = thatCame / Math.max(1, questions);
  return sumOf(counts, (one) => {
    let [n, came] = [BASE_WORTH, BASE_WORTH * base];
    for (const other of counts) {
      const apartS = Math.abs(other.byS - one.byS) % YEAR_S;
      if (other === one || Math.min(apartS, YEAR_S - apartS) > SEASON_S) continue;
      n += other.n;
      came += other.came;
    }
    const said = came / n;
    return one.came * (1 - said) ** 2 + (one.n - one.came) * said ** 2;
  });
}

/** Null where it never came: then nobody can do better than to say so. */
function brierSkill(periods: readonly Period[], errorOf: (period: Period) => number): number | null {
  const reference = climatologyError(periods);
  return reference > 0 ? 1 - sumOf(periods, errorOf) / reference : null;
}

/** The thermometer alone: warned below 2 °C now. */
function naiveOf(periods: readonly Period[]): NaiveScore {
  const { n, leads, missed } = warnings(periods, ({ naive }) => naive);
  return {
    warnings: n,
    came: leads.length,
    missed,
    false_per_month: perMonth(n - leads.length, periods),
    median_lead_h: median(leads),
    brier_skill: brierSkill(periods, ({ naiveWrong }) => naiveWrong),
  };
}

/** Months that were watched: a gap of the record is none of them. */
const perMonth = (count: number, periods: readonly Period[]): number | null =>
  periods.length === 0 ? null : count / Math.max(1, sumOf(periods, ({ startS, byS }) => byS - startS) / MONTH_S);

/** Whether chances at or above the threshold came as often as they said. */
function verdictOf(periods: readonly Period[], threshold: number, warned: number): AlarmScore['verdict'] {
  if (warned < NEEDED) return 'too_few';
  const bins = tenthsOf(periods).filter((_, tenth) => (tenth + 1) / TENTHS > threshold);
  const asked = sumOf(bins, ({ n }) => n);
  const off = sumOf(bins, ({ said, came }) => said - came) / Math.max(1, asked);
  return Math.abs(off) <= TRUSTED_WITHIN ? 'trusted' : off > 0 ? 'too_sure' : 'too_careful';
}

/** At most one other threshold, where it would have spared warnings or caught what was missed. */
function proposalOf(periods: readonly Period[], now: AlarmTally): AlarmTally | null {
  if (now.warnings + now.missed < NEEDED) return null;
  const cost = ({ for_nothing, missed }: AlarmTally): number => for_nothing + MISS_COSTS * missed;
  let best = now;
  for (let k = 4; k <= 18; k++) {
    const other = tallyOf(periods, k * STEP);
    const isNearer = Math.abs(other.threshold - now.threshold) < Math.abs(best.threshold - now.threshold);
    if (cost(other) < cost(best) || (cost(other) === cost(best) && isNearer)) best = other;
  }
  return cost(now) - cost(best) >= WORTH_SAYING ? best : null;
}

/** Score of one chance alarm at a threshold, from its record. `isFrost`: a thermometer alone would be a rival. */
export function scoreOf(id: string, periods: readonly Period[], threshold: number, isFrost: boolean): AlarmScore {
  const over = periods.filter(({ came }) => came !== null);
  const step = stepOf(threshold);
  const minuteOf = ({ firsts }: Period) => firsts[step]!;
  const { n, leads, missed } = warnings(over, minuteOf);
  return {
    id,
    threshold,
    n,
    came: leads.length,
    false_per_month: perMonth(n - leads.length, over),
    missed,
    median_lead_h: median(leads),
    brier_skill: brierSkill(over, ({ squares }) => squares),
    reliability: reliabilityOf(over),
    verdict: verdictOf(over, threshold, n),
    needed: NEEDED,
    proposal: proposalOf(over, tallyOf(over, threshold)),
    naive: isFrost ? naiveOf(over) : null,
    record: periods.map((period) => ({
      ts: period.byS,
      said: period.most,
      came: period.came,
      lead_h: leadH(period, minuteOf(period)),
    })),
  };
}
