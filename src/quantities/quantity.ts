import type { MEASURES, MeasureName } from './measures.ts';

/** Units of measures, and of what no sensor tells as it is stored. */
export type Unit =
  | Exclude<(typeof MEASURES)[MeasureName]['unit'], ''>
  | '°C/h'
  | '%/h'
  | 'hPa/h'
  | 'K'
  | 'g'
  | '°/s'
  | 'µT'
  | 'g/m³'
  | 's'
  | '1';

/** Subject of a quantity. `tests/repo/quantities.test.ts` names what a surface leaves out, and why. */
export type Group = 'air' | 'part' | 'light' | 'colour' | 'motion' | 'machine' | 'sky' | 'optional' | 'channel';

export interface MqttEntity {
  /** Its id ends in it, for ever: it carries the history of the entity in Home Assistant. */
  key: string;
  name: string;
  /** Switched off until somebody wants it. */
  hidden?: true;
  diagnostic?: true;
  /** Device class where it is not that of the unit. */
  deviceClass?: string;
  /** Announced only with this part; `own`: once it has been measured here. */
  needs?: 'probe' | 'light' | 'own';
}

export type DayValue = 'min' | 'max' | 'mean' | 'sum';

/**
 * Kind of a quantity: says how its values become a row of minutes or hours (`roll-up.ts`). A level and a rate have a mean and extremes, a
 * counter's increments are added up, of a peak the highest counts, a direction has the mean of its vectors, and of a state the last one counts.
 */
export type Kind = 'level' | 'rate' | 'counter' | 'peak' | 'direction' | 'state';

/** Row of the table of quantities. With neither `column` nor `narrow` it is worked out for each answer and never stored. */
export interface Quantity {
  group: Group;
  unit: Unit;
  kind: Kind;
  /** Decimals that mean anything on a screen. */
  decimals?: number;
  /** Decimals in line protocol. */
  sentDecimals?: number;
  /** Least and most that can be true. A hub refuses what lies beyond. */
  range?: readonly [least: number, most: number];
  /** Column of the wide tables, which hold what every board measures. */
  column?: string;
  /** Number in the narrow tables, which hold what only some stations have. A number is never given twice. */
  narrow?: number;
  /** Path of the value in what bought stations say, where it is taken as it comes. */
  input?: string;
  /** Further paths there whose values are of this quantity: its range holds for them. */
  heardAs?: readonly string[];
  /** Narrow quantity whose quality flags this one bears: both come from one sensor. Without one it has flags of its own. */
  flaggedWith?: string;
  /** Length of a direction's vector: the narrow quantity that came with the same sample. Without one each counts as 1. */
  weighedBy?: string;
  /** Raw values are stored as the chip gave them and never change. Derived ones are made anew by a recompute. */
  origin?: 'raw' | 'derived';
  /** Roll-ups keep the moments of its extremes. */
  dated?: true;
  /** Path in the telemetry record. */
  telemetry?: string;
  /** Name in `/api/history`. */
  history?: string;
  /** Name in `/api/history/range`; with `spans` there are `_lo` and `_hi`, too. */
  chart?: string;
  spans?: true;
  /** Names in the daily summary: `temp_min`, `temp_max`, `temp_mean`. */
  day?: { as: string; of: readonly DayValue[] };
  records?: { max: string; min: string };
  csv?: string;
  /** Column behind `tier` in the CSV: added when the layout was fixed already. */
  csvBehind?: string;
  /** Field of the measurement `wx` that a database is pushed. */
  push?: string;
  /** Field of the measurement `wx` that a fleet's hub takes, and its head in the hub's CSV. */
  fleet?: { field: string; head: string };
  mqtt?: MqttEntity;
  metric?: { family: string; label?: readonly [name: string, value: string] };
}
