import type { ComponentChildren } from 'preact';
import { HOUR_S } from '../../../base/durations.ts';
import type { AlarmEntry, AlarmRule } from '../../../contract/alarm-rule.ts';
import { units } from '../../kit/browser-choices.ts';
import { duration } from '../../kit/format.ts';
import { Select } from '../../kit/parts/select.tsx';
import { named } from '../../kit/texts/by-name.ts';
import { zoneTime } from '../../kit/time.ts';
import { scaleOf } from '../rule-scale.ts';
import { t } from '../texts/alarms.ts';

const LIMITS_C = [-15, -10, -5, -3, -2, -1, 0, 1, 2, 3, 5, 10, 15, 20, 25, 28, 30, 32, 35, 38];
const LIMITS: Readonly<Record<string, readonly number[]>> = {
  temperatureC: LIMITS_C,
  humidityPct: [30, 40, 50, 60, 70, 80, 90],
  seaLevelHpa: [980, 990, 1000, 1005, 1010, 1015, 1020, 1030],
};
const OVER_S = [HOUR_S / 2, HOUR_S, 2 * HOUR_S, 3 * HOUR_S, 6 * HOUR_S];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Props of a part of the editor. */
export interface RuleProps {
  rule: AlarmRule;
  isDisabled: boolean;
  change: (change: Partial<AlarmEntry>) => void;
}

/** The rule as a sentence whose choices are touched. */
export function Sentence({ rule, on, isDisabled, change }: RuleProps & { on: number }) {
  const scale = scaleOf(rule);
  const level = scaleOf({ ...rule, when: 'above' });
  const hourText = (hour: number): string => zoneTime('UTC').clock(hour * HOUR_S);
  const isFrost = rule.when === 'chance_below' && rule.quantity === 'temperatureC';
  const limitText = (limit: number): string =>
    isFrost && limit === 0 ? t.alarms.frost : (level?.write(limit, units.value) ?? String(limit));
  type Named = 'limit' | 'by_hour' | 'over_s';
  const picked = (name: Named, label: string, of: readonly number[], write: (value: number) => string) => () => (
    <Pick {...{ label, of, write, isDisabled }} value={rule[name]} pick={(value) => change({ [name]: value })} />
  );
  const parts = {
    what: named(t.what, rule.quantity) ?? rule.quantity,
    b: (): ComponentChildren => <b class="figure">{scale?.write(on, units.value)}</b>,
    limit: picked('limit', t.alarms.limit, LIMITS[rule.quantity] ?? LIMITS_C, limitText),
    hour: picked('by_hour', t.alarms.hour, HOURS, hourText),
    over: picked('over_s', t.alarms.span, OVER_S, duration),
  };
  const words = isFrost ? t.rule.frost : t.rule[rule.when];
  return <p class="sentence">{words(parts as never) as ComponentChildren}</p>;
}

interface PickProps {
  label: string;
  value: number | null;
  of: readonly number[];
  write: (value: number) => string;
  isDisabled: boolean;
  pick: (value: number) => void;
}

/** A choice within a sentence. A value that the settings file has and the list lacks stays a choice. */
export function Pick({ label, value, of, write, isDisabled, pick }: PickProps) {
  const all = value === null || of.includes(value) ? of : [...of, value].sort((a, b) => a - b);
  return (
    <Select
      aria-label={label}
      value={String(value ?? '')}
      of={all.map((one) => [one, write(one)])}
      disabled={isDisabled}
      pick={(picked) => pick(Number(picked))}
    />
  );
}
