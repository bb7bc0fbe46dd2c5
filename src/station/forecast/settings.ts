import { createHash } from 'node:crypto';
import { FEATURE_NAMES } from './learners/features.ts';
import { PAYLOAD_LENGTH } from './learners/payload.ts';
import type { TypicalTable } from './typical/typical.ts';

export interface ForecastSettings {
  /** Step of the grid: 300 on a station, that of the record in a backtest. */
  stepS: number;
  latitude: number | null;
  longitude: number | null;
  /** Standard offset of the zone from UTC, for the solar hour of a station without longitude. */
  standardOffsetS: number;
  /** IANA name, for the local days of the outlook. */
  timezone: string;
  /** What a new station begins with, where it is not the usual table: a bench leaves out the record it plays. */
  typical?: TypicalTable | undefined;
}

/** Places of a payload that experts took who joined later, and who change no feature. */
const JOINED_LATER = 3;
/** Hash of the features. Learned weights mean nothing under other features: state saved under another hash is not loaded. */
export const FEATURES_HASH = createHash('sha256')
  .update(JSON.stringify([FEATURE_NAMES, PAYLOAD_LENGTH - JOINED_LATER]))
  .digest('hex')
  .slice(0, 16);
