import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { dayText, Zone } from '../../../base/zone.ts';
import type { Outlook as OutlookBundle } from '../../../contract/forecast.ts';
import { perTarget, TARGETS, type Target } from '../../../contract/names.ts';
import { SortedRing } from '../../../maths/sorted-ring.ts';
import { sentence } from '../../../words/sentence.ts';
import { clip } from '../grid.ts';
import { type ClimateValues, type Climatology, Moment } from './climatology.ts';

type OutlookEntry = OutlookBundle['targets'][string][number];

const STEP_S = 3 * HOUR_S;
const FIRST_LEAD_S = DAY_S;
const LAST_LEAD_S = 7 * DAY_S;
/** First day of the outlook; today is day 1, in local days. */
const FIRST_DAY = 2;
const LAST_DAY = 7;
const RHO_START: Readonly<Record<Target, number>> = { temperature: 0.8, humidity: 0.6, pressure: 0.8 };
/** Days of evidence that the starting value is worth. */
const RHO_PRIOR_DAYS = 20;
const RHO_KEEP = Math.exp(-1 / 200);
/** Days over which the decay is measured. Over one, a pressure anomaly seems to last longer than it does by day 7. */
const LAG_DAYS = 3;
const RHO_MIN = 0.2;
const RHO_MAX = 0.95;
/** Hours of the last day that must be there for its mean anomaly to mean something. */
const FEWEST_HOURS = 12;
const SCORED_LEAD_S = 12 * HOUR_S;
const SCORES = 120 * (DAY_S / SCORED_LEAD_S);
const FEWEST_SCORES = 60;
const NORMAL_90 = 1.645;

const METHOD = 'harmonic climatology with exponentially decaying anomaly';
const CAVEAT = sentence('outlook.caveat');

/** Lead days are judged one by one: what is said of tomorrow errs in other ways than what is said of next week. */
const LEADS = (LAST_LEAD_S - FIRST_LEAD_S) / DAY_S;
const leadOf = (leadS: number): number => clip(Math.floor(leadS / DAY_S) - 1, 0, LEADS - 1);

/**
 * Outlook on days 2 to 7, whole local days of which today is the first: what is usual, plus today's anomaly as it decays,
 *   mu = c + ρ^(lead/24h) a   sd = σ sqrt(1 − ρ^(2 lead/24h))
 * Each lead day has a quantile of its own, learned from how such outlooks turned out. Today's mean knows less of tomorrow than the decay
 * says: one quantile for all would be too narrow for tomorrow and too wide at the end. ρ³ is the regression of a day's mean anomaly on
 * that of three days before. One ρ serves all leads as well as one per lead would.
 */
export class Outlook {
  readonly state = {
    anomalies: perTarget<{ tS: number; value: number }[]>(() => []),
    /** `past`: anomalies of the days before, newest last; null for a day that is missing. */
    regressions: perTarget(() => ({ sxy: 0, sxx: 0, days: 0, past: [] as (number | null)[] })),
    pending: perTarget<{ issueS: number; dueS: number; mu: number; sd: number }[]>(() => []),
    /** Per lead day. */
    scores: perTarget(() => Array.from({ length: LEADS }, () => new SortedRing(SCORES))),
    lastDay: null as number | null,
  };

  constructor(private readonly dayOffsetS: number) {}

  rho(target: Target): number {
    const { sxy, sxx, days } = this.state.regressions[target];
    if (days === 0 || sxx === 0) return RHO_START[target];
    const decayed = (days * (sxy / sxx) + RHO_PRIOR_DAYS * RHO_START[target] ** LAG_DAYS) / (days + RHO_PRIOR_DAYS);
    return clip(Math.max(0, decayed) ** (1 / LAG_DAYS), RHO_MIN, RHO_MAX);
  }

  /** Learns one hour: its anomalies from the earlier climatology, its means, and the climatology after. */
  learnHour(tS: number, anomalies: ClimateValues, values: ClimateValues, climatology: Climatology): void {
    const day = Math.floor((tS + this.dayOffsetS) / DAY_S);
    const dayIsOver = this.state.lastDay !== null && day !== this.state.lastDay;
    if (dayIsOver) this.#closeDay(tS, day - this.state.lastDay!, climatology);
    this.state.lastDay = day;
    for (const target of TARGETS) {
      this.#score(target, tS, values[target]);
      const anomaly = anomalies[target];
      if (anomaly !== null) this.state.anomalies[target].push({ tS, value: anomaly });
      this.state.anomalies[target] = this.state.anomalies[target].filter((past) => tS - past.tS < DAY_S);
    }
  }

  /** Mean and spread at one time; null while there is no climatology. */
  expect(target: Target, nowS: number, thenS: number, climatology: Climatology): { mu: number; sd: number } | null {
    const usual = climatology.at(new Moment(thenS, this.dayOffsetS))[target];
    const spread = climatology.series[target].residualStd;
    if (usual === null || spread === null) return null;
    const anomaly = this.#anomaly(target, nowS);
    if (anomaly === null) return { mu: usual, sd: spread }; // today is not known: nothing narrows what is usual
    const leadS = Math.max(FIRST_LEAD_S, thenS - nowS); // the mean of a day says no more of tonight than of tomorrow night
    const decay = this.rho(target) ** (leadS / DAY_S);
    return { mu: usual + decay * anomaly, sd: spread * Math.sqrt(1 - decay * decay) };
  }

  bundle(nowS: number, ratio: number, climatology: Climatology, timezone: string): OutlookBundle {
    const ready = climatology.ready;
    const zone = new Zone(timezone);
    const targets: Record<string, OutlookEntry[]> = {};
    const days: NonNullable<OutlookBundle['days']> = {};
    for (const target of TARGETS) {
      const entries = ready ? this.#entries(target, nowS, ratio, climatology, zone) : [];
      targets[target] = entries;
      days[target] = localDays(entries, zone);
    }
    return {
      issued_ts: ready ? nowS : null,
      ready,
      annual_terms: climatology.series.temperature.annual,
      history_days: Math.round(100 * climatology.series.temperature.historyDays) / 100,
      targets,
      ...(ready ? { days } : {}),
      method: METHOD,
      caveat: CAVEAT.detail,
    };
  }

  /** Moves pending outlooks to the present climatology; anomalies stay, since they are differences to it. */
  move(by: ClimateValues): void {
    for (const target of TARGETS)
      for (const expectation of this.state.pending[target]) expectation.mu += by[target] ?? 0;
  }

  #anomaly(target: Target, nowS: number): number | null {
    const recent = this.state.anomalies[target].filter((past) => nowS - past.tS < DAY_S + HOUR_S);
    if (recent.length < FEWEST_HOURS) return null;
    return recent.reduce((sum, { value }) => sum + value, 0) / recent.length;
  }

  #closeDay(tS: number, passed: number, climatology: Climatology): void {
    for (const target of TARGETS) {
      const anomaly = this.#anomaly(target, tS);
      const regression = this.state.regressions[target];
      const { past } = regression;
      for (let missing = 1; missing < Math.min(passed, LAG_DAYS + 1); missing++) past.push(null);
      const before = past.at(-LAG_DAYS) ?? null;
      if (anomaly !== null && before !== null) {
        regression.sxy = RHO_KEEP * regression.sxy + anomaly * before;
        regression.sxx = RHO_KEEP * regression.sxx + before ** 2;
        regression.days = RHO_KEEP * regression.days + 1;
      }
      past.push(anomaly);
      regression.past = past.slice(-LAG_DAYS);
      if (anomaly === null) continue;
      for (let lead = FIRST_LEAD_S; lead < LAST_LEAD_S; lead += SCORED_LEAD_S) {
        const expected = this.expect(target, tS, tS + lead, climatology);
        if (expected) this.state.pending[target].push({ issueS: tS, dueS: tS + lead, ...expected });
      }
    }
  }

  #score(target: Target, tS: number, value: number | null): void {
    const due = this.state.pending[target].filter((expectation) => expectation.dueS <= tS);
    if (due.length === 0) return;
    this.state.pending[target] = this.state.pending[target].filter((expectation) => expectation.dueS > tS);
    if (value === null) return;
    for (const { issueS, dueS, mu, sd } of due) {
      if (tS - dueS < HOUR_S && sd > 0)
        this.state.scores[target][leadOf(dueS - issueS)]!.push(Math.abs(value - mu) / sd);
    }
  }

  #entries(target: Target, nowS: number, ratio: number, climatology: Climatology, zone: Zone): OutlookEntry[] {
    const quantiles = quantilesOf(this.state.scores[target]);
    const scale = target === 'pressure' ? ratio : 1;
    const entries: OutlookEntry[] = [];
    const today = zone.dayOf(nowS);
    const untilS = zone.startOf(today + LAST_DAY);
    for (let tS = zone.startOf(today + FIRST_DAY - 1); tS < untilS; tS += STEP_S) {
      const expected = this.expect(target, nowS, tS, climatology);
      if (!expected) continue;
      const quantile = quantiles[leadOf(tS - nowS)]!;
      const bounded = (value: number) => (target === 'humidity' ? clip(value, 0, 100) : value * scale);
      entries.push({
        ts: tS,
        lead_h: (tS - nowS) / HOUR_S,
        mu: bounded(expected.mu),
        lo: bounded(expected.mu - quantile * expected.sd),
        hi: bounded(expected.mu + quantile * expected.sd),
      });
    }
    return entries;
  }
}

/** Per lead day; what has too few scores takes the mean of them all, and the normal distribution's before that. */
function quantilesOf(rings: readonly SortedRing[]): number[] {
  const scores = rings.reduce((sum, { size }) => sum + size, 0);
  const begun = rings.filter(({ size }) => size > 0).map((ring) => ring.quantile(0.9));
  const common = scores >= FEWEST_SCORES ? begun.reduce((sum, q) => sum + q, 0) / begun.length : NORMAL_90;
  return rings.map((ring) => (ring.size >= FEWEST_SCORES ? ring.quantile(0.9) : common));
}

function localDays(entries: readonly OutlookEntry[], zone: Zone): NonNullable<OutlookBundle['days']>[string] {
  return [...Map.groupBy(entries, ({ ts }) => zone.dayOf(ts))].map(([day, ofDay]) => ({
    day: dayText(day),
    mu_min: Math.min(...ofDay.map(({ mu }) => mu!)),
    mu_max: Math.max(...ofDay.map(({ mu }) => mu!)),
    lo: Math.min(...ofDay.map(({ lo }) => lo!)),
    hi: Math.max(...ofDay.map(({ hi }) => hi!)),
  }));
}
