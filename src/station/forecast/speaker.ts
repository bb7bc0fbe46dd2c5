import type { TickRow } from '../tick.ts';
import type { Said } from './bundle.ts';
import { type ClimateValues, type Climatology, Moment } from './climate/climatology.ts';
import { horizonsOn } from './grid.ts';
import {
  anchorOf,
  type HeadView,
  headFeatures,
  type Scene,
  sharedFeatures,
  targetFeatures,
  volatilityInputs,
} from './heads/features.ts';
import type { Heads } from './heads/heads.ts';
import type { TickHistory } from './heads/history.ts';
import type { RunningMeans } from './heads/running.ts';
import type { SunTrack } from './heads/sun-track.ts';

/** What is remembered of the past at the moment of speaking. */
export interface Past {
  history: TickHistory;
  running: RunningMeans;
  climatology: Climatology;
}

/** What is known of a target time without any forecast. */
interface Ahead {
  climate: ClimateValues;
  /** Cosine and sine of the solar hour. */
  hour: readonly [number, number];
  sun: number;
  sunMean: number;
}

/** Lets every head whose anchor was measured say what it expects. Changes nothing. */
export class Speaker {
  readonly #horizonsS: readonly number[];

  constructor(
    stepS: number,
    private readonly sun: SunTrack,
    private readonly dayOffsetS: number,
  ) {
    this.#horizonsS = horizonsOn(stepS);
  }

  /** `gridS` is the grid time that lags count from: the row's own on a tick, the one before it on a refresh. */
  speak(row: TickRow, gridS: number, { history, running, climatology }: Past, heads: Heads): Said[] {
    const now = new Moment(row.tS, this.dayOffsetS);
    const climate = climatology.at(now);
    const [, cosW = 1, sinW = 0, cos2W = 1, sin2W = 0] = now.short;
    const hour = [cosW, sinW, cos2W, sin2W] as const;
    const scene: Scene = { row, gridS, history, running, climate, hour, sunNow: this.sun.at(row.tS) };
    const shared = sharedFeatures(scene);
    const ofTarget = {
      temperature: targetFeatures(scene, shared, 'temperature'),
      humidity: targetFeatures(scene, shared, 'humidity'),
      pressure: targetFeatures(scene, shared, 'pressure'),
    };
    const then = new Map(this.#horizonsS.map((horizonS) => [horizonS, this.#ahead(row.tS, horizonS, climatology)]));
    return heads.keys.flatMap(({ target, horizonS }) => {
      const anchor = anchorOf(target, row);
      if (anchor === null) return [];
      const head = heads.get(target, horizonS);
      const ahead = then.get(horizonS)!;
      const view: HeadView = {
        target,
        horizonS,
        scale: head.scaleUnit,
        sunTarget: ahead.sun,
        sunMean: ahead.sunMean,
        climateNow: climate[target],
        climateThen: ahead.climate[target],
        lastError: head.lastErrorAt(row.tS),
      };
      const phi = headFeatures(scene, ofTarget[target], view);
      const psi = volatilityInputs(phi, head.recentVolatility, running.variability, ahead.hour);
      const issue = head.issue(anchor, view.climateThen, phi, psi);
      return [{ target, horizonS, tS: row.tS, issue, phi, psi, ratio: target === 'pressure' ? row.seaLevelRatio : 1 }];
    });
  }

  #ahead(tS: number, horizonS: number, climatology: Climatology): Ahead {
    const moment = new Moment(tS + horizonS, this.dayOffsetS);
    return {
      climate: climatology.at(moment),
      hour: [moment.short[1]!, moment.short[2]!],
      sun: this.sun.at(tS + horizonS),
      sunMean: this.sun.mean(tS, horizonS),
    };
  }
}
