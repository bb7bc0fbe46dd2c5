import { FLEET_FIELDS } from '../../contract/fleet-line.ts';
import { HORIZON_LABELS } from '../../contract/names.ts';
import { quantitiesWith } from '../../quantities/names.ts';
import type { DayScore, SentForecast } from '../../station/outbox/forecasts-to-send.ts';
import type { OutboxRow } from '../../station/outbox/row.ts';
import { decimal, lineOf, type Pairs, type Point } from '../line-protocol.ts';

/** A line of the protocol, and how many values it brings: as many as the hub must hold of it. */
export interface Line {
  text: string;
  values: number;
}

export type Fields = readonly (readonly [name: string, value: number | null, decimals: number])[];

/** Point of a measurement, without values that are no plausible numbers: the hub would refuse the whole batch for one. */
function pointOf(measurement: string, tags: Pairs, all: Fields, tS: number): Point {
  const fields = all.flatMap(([name, value, decimals]) => {
    const text = decimal(value, decimals);
    const [least, most] = FLEET_FIELDS[measurement]!.fields[name]!;
    return text === null || Number(text) < least || Number(text) > most ? [] : [[name, text] as const];
  });
  return { measurement, tags, fields, tS: Math.floor(tS) };
}

/** Null where nothing in it is a number: a line without values is no line. */
const counted = (point: Point): Line | null =>
  point.fields.length === 0 ? null : { text: lineOf(point), values: point.fields.length };

const AIR = quantitiesWith('fleet', 'column');
const OUTDOORS = quantitiesWith('fleet', 'narrow');

/** Line of one row: the air of the station, wind, rain and sun where it has them, and nothing of the machine. */
export function rowLine(row: OutboxRow, rev: number, simulated = false): Line | null {
  const narrow = row.narrow?.();
  const fields: Fields = [
    ...AIR.map(({ name, fleet, sentDecimals }) => [fleet.field, row[name], sentDecimals] as const),
    ...(narrow
      ? OUTDOORS.map(({ name, fleet, sentDecimals }) => [fleet.field, narrow[name], sentDecimals] as const)
      : []),
  ];
  const measured = pointOf('wx', [['rev', String(rev)]], fields, row.startS);
  if (!simulated || measured.fields.length === 0) return counted(measured);
  return counted({ ...measured, fields: [...measured.fields, ['simulated', '1']] });
}

export const forecastPoints = ({ tS, targets }: SentForecast): Point[] =>
  Object.entries(targets).flatMap(([target, entries]) =>
    entries.flatMap(({ horizon_s: horizonS, mu, lo, hi }) => {
      const horizon = HORIZON_LABELS[horizonS];
      if (horizon === undefined) return [];
      const fields: Fields = [
        ['mu', mu, 3],
        ['halfwidth', lo === null || hi === null ? null : (hi - lo) / 2, 3],
      ];
      return [pointOf('wx_fc', Object.entries({ target, horizon }), fields, tS)];
    }),
  );

export const forecastLines = (said: SentForecast): Line[] =>
  forecastPoints(said).flatMap((point) => counted(point) ?? []);

export function scoreLines({ tS, target, horizonS, n, skill, coverage }: DayScore): Line[] {
  const horizon = HORIZON_LABELS[horizonS];
  if (horizon === undefined) return [];
  const fields: Fields = [
    ['skill', skill, 4],
    ['coverage', coverage, 4],
    ['n', n, 0],
  ];
  const line = counted(pointOf('wx_score', Object.entries({ target, horizon }), fields, tS));
  return line === null ? [] : [line];
}

/** `1.2.3` is 1002003: a text would be stored as nothing, or as zero. */
export function versionNumber(version: string): number | null {
  const parts = /^(\d{1,4})\.(\d{1,3})\.(\d{1,3})/.exec(version);
  return parts && Number(parts[1]) * 1e6 + Number(parts[2]) * 1e3 + Number(parts[3]);
}

/** State of the station itself. */
export const conditionLine = (fields: Fields, tS: number): Line | null =>
  counted(pointOf('wx_station', [], fields, tS));
