import { DAY_S, HOUR_S } from '../../base/durations.ts';
import { perTarget, type Target } from '../../contract/names.ts';
import type { TickRow } from '../tick.ts';
import { VOLATILITY_INPUTS, volatilityInputs } from './bands/width-inputs.ts';
import { type Climatology, Moment } from './climate/climatology.ts';
import { type HeadKey, headsOn, horizonScale, horizonsOn } from './grid.ts';
import type { Heads } from './heads/heads.ts';
import type { HeadForecast } from './issued-forecast.ts';
import type { DiarySeries } from './learners/diary.ts';
import { FEATURE_COUNT, headFeatures, type Scene, sharedFeatures, targetFeatures } from './learners/features.ts';
import type { TickHistory } from './learners/history.ts';
import type { NetExpert } from './learners/net-expert.ts';
import type { RunningMeans } from './learners/running.ts';
import { VALUE_OF } from './learners/series.ts';
import type { SunTrack } from './learners/sun-track.ts';

/** Past data at the moment of a forecast. */
export interface Past {
  history: TickHistory;
  running: RunningMeans;
  climatology: Climatology;
}

/** Inputs of one head before its forecast. Owned by the issuer, valid until its next look. */
export type HeadInputs = ReturnType<typeof emptyInputs>;
const emptyInputs = ({ target, horizonS }: HeadKey) => ({
  target,
  horizonS,
  scale: horizonScale(target, horizonS),
  sunTarget: 0,
  sunMean: 0,
  climateNow: null as number | null,
  climateThen: null as number | null,
  lastError: null as number | null,
  anchor: 0,
  phi: new Float64Array(FEATURE_COUNT),
  /** Room for what its width will be foretold from. */
  psi: new Float64Array(VOLATILITY_INPUTS),
  /** Cosine and sine of the target time's solar hour. */
  thenHour: [1, 0] as readonly [number, number],
});

/** truth − learned of a head's newest matured forecast, as of a time. */
type LastError = (target: Target, horizonS: number, tS: number) => number | null;

/** Value so many hours before this moment, which counts as a full hour; NaN if unknown. */
function lookBack(history: TickHistory, row: TickRow, gridS: number, series: DiarySeries, hoursAgo: number): number {
  if (hoursAgo === 0) return VALUE_OF[series](row) ?? Number.NaN;
  if (series === 'temperatureRate' || series === 'humidityRate' || series === 'pressureRate') return Number.NaN;
  return history.at(series, gridS - hoursAgo * HOUR_S) ?? Number.NaN;
}

/** Issues the forecast of every head whose anchor was measured. Changes no state. */
export class ForecastIssuer {
  /** Reusable buffers, one per head: allocated at each look they would be half of a tick's garbage. */
  readonly #inputs: readonly HeadInputs[];
  readonly #horizonsS: readonly number[];
  /** Cache of moments ahead: each target time was seen once per horizon before. Requests between ticks and in another year miss it. */
  readonly #moments = new Map<number, Moment>();
  readonly #mostMoments: number;

  constructor(
    stepS: number,
    private readonly sun: SunTrack,
    private readonly dayOffsetS: number,
  ) {
    this.#mostMoments = (2 * DAY_S) / stepS;
    this.#inputs = headsOn(stepS).map(emptyInputs);
    this.#horizonsS = horizonsOn(stepS);
  }

  /** `gridS` is the grid time that lags count from: the row's own on a tick, the one before it on a refresh. */
  issue(row: TickRow, gridS: number, past: Past, heads: Heads, expert: NetExpert): HeadForecast[] {
    const lastError: LastError = (target, horizonS, tS) => heads.get(target, horizonS).lastErrorAt(tS);
    const shorter: Partial<Record<Target, number | null>> = {};
    const net = expert.predict((series, ago) => lookBack(past.history, row, gridS, series, ago), row.tS);
    return this.look(row, gridS, past, lastError).map(
      ({ target, horizonS, anchor, climateThen, phi, psi, thenHour }) => {
        const head = heads.get(target, horizonS);
        volatilityInputs(phi, head.band.state.volatility.recent, past.running.state.variability, thenHour, psi);
        const issue = head.issue(
          row.tS,
          anchor,
          climateThen,
          phi,
          psi,
          shorter[target] ?? null,
          net?.(target, horizonS) ?? null,
        );
        shorter[target] = issue.halfwidth;
        return { target, horizonS, tS: row.tS, issue, phi, psi, ratio: target === 'pressure' ? row.seaLevelRatio : 1 };
      },
    );
  }

  /** Inputs of the heads whose anchor was measured, valid until the next look. */
  look(row: TickRow, gridS: number, { history, running, climatology }: Past, lastError: LastError): HeadInputs[] {
    const now = this.#moment(row.tS);
    const climate = climatology.at(now);
    const { short } = now;
    const hour = [short[1]!, short[2]!, short[3]!, short[4]!] as const;
    const scene: Scene = { row, gridS, history, running, climate, hour, sunNow: this.sun.at(row.tS) };
    const shared = sharedFeatures(scene);
    const ofTarget = perTarget((target) => targetFeatures(scene, shared, target));
    const then = this.#horizonsS.map((horizonS) => {
      const moment = this.#moment(row.tS + horizonS);
      return {
        climate: climatology.at(moment),
        thenHour: [moment.short[1]!, moment.short[2]!] as const,
        sunTarget: this.sun.at(row.tS + horizonS),
        sunMean: this.sun.mean(row.tS, horizonS),
      };
    });
    const seen: HeadInputs[] = [];
    for (const inputs of this.#inputs) {
      const { target, horizonS, phi } = inputs;
      const anchor = VALUE_OF[target](row);
      if (anchor === null) continue;
      const ahead = then[this.#horizonsS.indexOf(horizonS)]!;
      inputs.anchor = anchor;
      inputs.sunTarget = ahead.sunTarget;
      inputs.sunMean = ahead.sunMean;
      inputs.climateNow = climate[target];
      inputs.climateThen = ahead.climate[target];
      inputs.lastError = lastError(target, horizonS, row.tS);
      inputs.thenHour = ahead.thenHour;
      headFeatures(scene, ofTarget[target], inputs, phi);
      seen.push(inputs);
    }
    return seen;
  }

  #moment(tS: number): Moment {
    const known = this.#moments.get(tS);
    if (known) return known;
    if (this.#moments.size >= this.#mostMoments) this.#moments.clear();
    const made = new Moment(tS, this.dayOffsetS);
    this.#moments.set(tS, made);
    return made;
  }
}
