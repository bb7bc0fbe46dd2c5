import { HOUR_S } from '../../base/durations.ts';
import type { FleetStation, HubHealth } from '../../contract/fleet.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';

export const ALERT_KINDS = ['silent', 'fault', 'disk', 'shared', 'hub'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Condition that holds now: of a station, or of the hub itself. */
export interface Condition {
  kind: AlertKind;
  login: string | null;
  name: string;
  group: string | null;
  severity: 'warning' | 'critical';
  value: number | null;
  threshold: number;
  unit: string;
  title: Sentence;
  text: Sentence;
}

export type Watched = Pick<
  FleetStation,
  'id' | 'name' | 'group' | 'revoked' | 'simulated' | 'shared' | 'last_seen_ts' | 'health' | 'disk_free_pct'
>;

/** As the settings name them. */
type Limits = Record<'silent_hours' | 'disk_percent' | 'disk_mb', number>;

const NO_NUMBER = { value: null, threshold: 0, unit: '' };

/** Conditions of one station. One that never came is being set up; a revoked one is silent on purpose. */
export function conditionsOf(station: Watched, nowS: number, limits: Limits): Condition[] {
  const { silent_hours: silentHours, disk_percent: diskPercent } = limits;
  const { id: login, name, group, last_seen_ts: seenS, health, shared, disk_free_pct: free } = station;
  if (station.revoked || seenS === null) return [];
  const of = { login, name, group, severity: 'warning', ...NO_NUMBER } as const;
  const silentH = (nowS - seenS) / HOUR_S;
  const found: Condition[] = [];
  if (silentH >= silentHours)
    found.push({
      ...{ ...of, kind: 'silent', value: Math.round(10 * silentH) / 10, threshold: silentHours, unit: 'h' },
      title: sentence('hub-alert.silent-title', { name }),
      text: sentence('hub-alert.silent-text', { name, login, seenTs: seenS }),
    });
  if (health === 'fault' || health === 'warn')
    found.push({
      ...{ ...of, kind: 'fault', severity: health === 'fault' ? 'critical' : 'warning' },
      title: sentence('hub-alert.fault-title', { name }),
      text: sentence('hub-alert.fault-text', { name, login, health }),
    });
  if (free !== null && free < diskPercent)
    found.push({
      ...{ ...of, kind: 'disk', value: free, threshold: diskPercent, unit: '%' },
      title: sentence('hub-alert.disk-title', { name }),
      text: sentence('hub-alert.disk-text', { name, login, free }),
    });
  if (shared)
    found.push({
      ...{ ...of, kind: 'shared' },
      title: sentence('hub-alert.shared-title', { name }),
      text: sentence('hub-alert.shared-text', { login }),
    });
  return found;
}

/** Conditions of the hub: its database and its disk. `freeMb` is null where nobody can tell. */
export function hubConditions({ state }: HubHealth['engine'], freeMb: number | null, limits: Limits): Condition[] {
  const { disk_mb: diskMb } = limits;
  const of = { login: null, name: 'hub', group: null, severity: 'critical', ...NO_NUMBER } as const;
  const [title, text] = [sentence('hub-alert.engine-title'), sentence('hub-alert.engine-text')];
  const found: Condition[] = state === 'down' ? [{ ...of, kind: 'hub', title, text }] : [];
  const isShort = freeMb !== null && freeMb < diskMb;
  if (isShort || state === 'full')
    found.push({
      ...{ ...of, kind: 'disk', ...(isShort && { value: freeMb, threshold: diskMb, unit: 'MB' }) },
      title: sentence('hub-alert.room-title'),
      text: isShort ? sentence('hub-alert.room-text', { mb: freeMb }) : sentence('hub-alert.full-text'),
    });
  return found;
}
