import { FLEET_FIELDS } from '../../contract/fleet-line.ts';
import { HORIZON_LABELS } from '../../contract/names.ts';
import { quantitiesWith } from '../../quantities/names.ts';
import type { OutboxRow } from '../../station/outbox/row.ts';
import type { DayScore, SentForecast } from '../../station/outbox/spoken.ts';
import { decimal } from '../line-protocol.ts';

/** A line of the protocol, and how many values it brings: as many as the hub must hold of it. */
export interface Line {
  text: string;
  values: number;
}

type Fields = readonly (readonly [name: string, value: number | null, decimals: number])[];

type Pairs = readonly (readonly [name: string, text: string])[];

/** Line-protocol fields, without values that are no plausible numbers: the hub would refuse the whole batch for one. */
const pairsOf = (measurement: keyof typeof FLEET_FIELDS, fields: Fields): Pairs =>
  fields.flatMap(([name, value, decimals]) => {
    const text = decimal(value, decimals);
    const [least, most] = FLEET_FIELDS[measurement]!.fields[name]!;
    return text === null || Number(text) < least || Number(text) > most ? [] : [[name, text] as const];
  });

/** Null where nothing in it is a number: a line without values is no line. */
function line(measurement: keyof typeof FLEET_FIELDS, tags: string, fields: Fields, tS: number): Line | null {
  const pairs = pairsOf(measurement, fields).map(([name, text]) => `${name}=${text}`);
  const head = `${measurement}${tags}`;
  return pairs.length === 0 ? null : { text: `${head} ${pairs.join(',')} ${Math.floor(tS)}\n`, values: pairs.length };
}

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
  const tags = `,rev=${rev}`;
  const measured = line('wx', tags, fields, row.startS);
  if (!simulated || measured === null) return measured;
  return line('wx', tags, [...fields, ['simulated', 1, 0]], row.startS);
}

/** Forecast of one quantity at one horizon, as a point of a time series. */
export interface ForecastPoint {
  target: string;
  horizon: string;
  tS: number;
  pairs: Pairs;
}

export const FORECASTS = 'wx_fc';

export const forecastPoints = ({ tS, targets }: SentForecast): ForecastPoint[] =>
  Object.entries(targets).flatMap(([target, entries]) =>
    entries.flatMap(({ horizon_s: horizonS, mu, lo, hi }) => {
      const horizon = HORIZON_LABELS[horizonS];
      if (horizon === undefined) return [];
      const halfwidth = lo === null || hi === null ? null : (hi - lo) / 2;
      const pairs = pairsOf(FORECASTS, [
        ['mu', mu, 3],
        ['halfwidth', halfwidth, 3],
      ]);
      return pairs.length === 0 ? [] : [{ target, horizon, tS: Math.floor(tS), pairs }];
    }),
  );

/** A point as a line; `tags` are the receiver's own, each with its comma before it. */
export const forecastLine = ({ target, horizon, tS, pairs }: ForecastPoint, tags = ''): Line => ({
  text: `${FORECASTS}${tags},target=${target},horizon=${horizon} ${pairs.map(([name, text]) => `${name}=${text}`).join(',')} ${tS}\n`,
  values: pairs.length,
});

export const forecastLines = (said: SentForecast): Line[] => forecastPoints(said).map((point) => forecastLine(point));

export function scoreLines({ tS, target, horizonS, n, skill, coverage }: DayScore): Line[] {
  const horizon = HORIZON_LABELS[horizonS];
  if (horizon === undefined) return [];
  const fields: Fields = [
    ['skill', skill, 4],
    ['coverage', coverage, 4],
    ['n', n, 0],
  ];
  const one = line('wx_score', `,target=${target},horizon=${horizon}`, fields, tS);
  return one ? [one] : [];
}

export type UpgradeState = 'asked' | 'refused' | 'failed';

/** State of the station itself. */
export interface Condition {
  /** `1.2.3`. */
  version: string;
  health: 'ok' | 'warn' | 'fault';
  backlogRows: number;
  alarms: number;
  latitude: number | null;
  longitude: number | null;
  altitudeM: number;
  simulated: boolean;
  /** Free percent of the disk; null before it has been looked at. */
  diskFreePct: number | null;
  /** Version that the fleet asks for, and its outcome. */
  wanted: string | null;
  upgrade: UpgradeState | null;
}

const HEALTH = { ok: 0, warn: 1, fault: 2 } as const;
const UPGRADE = { asked: 0, refused: 1, failed: 2 } as const;

/** `1.2.3` is 1002003: a text would be stored as nothing, or as zero. */
export function versionNumber(version: string): number | null {
  const parts = /^(\d{1,4})\.(\d{1,3})\.(\d{1,3})/.exec(version);
  return parts && Number(parts[1]) * 1e6 + Number(parts[2]) * 1e3 + Number(parts[3]);
}

export const conditionLine = (condition: Condition, tS: number): Line | null =>
  line(
    'wx_station',
    '',
    [
      ['version', versionNumber(condition.version), 0],
      ['health', HEALTH[condition.health], 0],
      ['backlog', condition.backlogRows, 0],
      ['alarms', condition.alarms, 0],
      // To a kilometre: enough for a map of a country.
      ['lat', condition.latitude, 2],
      ['lon', condition.longitude, 2],
      ['alt', condition.altitudeM, 0],
      ['simulated', condition.simulated ? 1 : null, 0],
      ['disk', condition.diskFreePct, 0],
      ['wanted', condition.wanted === null ? null : versionNumber(condition.wanted), 0],
      ['upgrade', condition.upgrade === null ? null : UPGRADE[condition.upgrade], 0],
    ],
    tS,
  );
