import { HOUR_S } from '../../../base/durations.ts';
import type { AlarmEntry, AlarmRule } from '../../../contract/alarm-rule.ts';
import { duration } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { units } from '../../kit/settings.ts';
import { zoneTime } from '../../kit/time.ts';
import { alarms } from '../alarm-bar/loud.ts';
import { scaleOf } from '../rule-scale.ts';
import { t } from '../texts/alarms.ts';

type Whole = { [Field in keyof AlarmEntry]-?: Exclude<AlarmEntry[Field], undefined> };
type Rule = { [Field in 'quantity' | 'when']?: AlarmRule[Field] | undefined };
type Words = { [Field in keyof Whole]?: readonly [label: string, write: (value: Whole[Field]) => string] };

const onOff = (isOn: boolean): string => (isOn ? t.alarms.on : t.alarms.off);
const level = (rule: Rule, value: number): string => {
  const { quantity, when } = rule;
  return (quantity && when && scaleOf({ quantity, when })?.write(value, units.value)) || String(value);
};

/** Fields of a rule in the words of its editor; the end of an alarm is moved along with its threshold. */
const wordsOf = (rule: Rule): Words => ({
  enabled: ['', onOff],
  title: [t.alarms.ownTitle, (title) => title],
  on: [t.alarms.threshold, (on) => level(rule, on)],
  limit: [t.alarms.limit, (limit) => level({ ...rule, when: 'above' }, limit)],
  by_hour: [t.alarms.hour, (hour) => zoneTime('UTC').clock(hour * HOUR_S)],
  over_s: [t.alarms.span, duration],
  season_first: [t.alarms.seasonFirst, onOff],
  channels: [t.alarms.tellMe, (channels) => channels.map((one) => t.channels[one]).join(COMMA)],
  quiet: [t.alarms.quiet, (span) => span ?? t.alarms.neverQuiet],
  severity: [t.alarms.severity, (severity) => t.alarms.severities[severity]],
  for_s: [t.alarms.lasts, (s) => (s === 0 ? t.alarms.atOnce : duration(s))],
  repeat_h: [t.alarms.repeat, (h) => (h === 0 ? t.alarms.never : duration(h * HOUR_S))],
});

/** Name of a rule; of one that has no title its alarm's. */
export const ruleName = ({ title, id }: AlarmEntry): string => title ?? alarmOf(id)?.title ?? id;
const alarmOf = (id: string) => alarms.value.value?.alarms.find((alarm) => alarm.id === id);

/** Rules that differ, each with the fields that do and their new values; one that is new or gone by its name alone. */
export function ruleChanges(was: readonly AlarmEntry[], is: readonly AlarmEntry[]): string[] {
  const find = (rules: readonly AlarmEntry[], id: string) => rules.find((one) => one.id === id);
  const ids = [...new Set([...was, ...is].map(({ id }) => id))];
  return ids.flatMap((id) => {
    const [before, after] = [find(was, id), find(is, id)];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const name = ruleName((after ?? before)!);
    // One of the owner's own that is new has everything new.
    const fields = after && (before || after.title === undefined) ? changedFields(before ?? { id }, after) : [];
    return fields.length > 0 ? `${name} (${fields.join(COMMA)})` : name;
  });
}

function changedFields(before: AlarmEntry, after: AlarmEntry): string[] {
  return Object.entries(wordsOf({ ...alarmOf(after.id)?.rule, ...after })).flatMap(([key, [label, write]]) => {
    const [was, is] = [before, after].map((entry) => entry[key as keyof AlarmEntry]);
    if (is === undefined || JSON.stringify(was) === JSON.stringify(is)) return [];
    const text = (write as (value: unknown) => string)(is);
    return label === '' ? text : t.labelled({ label, text });
  });
}
