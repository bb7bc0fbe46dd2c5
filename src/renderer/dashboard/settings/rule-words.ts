import type { AlarmEntry, AlarmRule } from '../../../contract/alarm-rule.ts';
import { units } from '../../kit/browser-choices.ts';
import { COMMA } from '../../kit/language.ts';
import { alarms } from '../alarm-bar/loud.ts';
import { scaleOf } from '../rule-scale.ts';
import { t } from '../texts/settings.ts';

const alarmOf = (id: string) => alarms.value.value?.alarms.find((alarm) => alarm.id === id);

/** Name of a rule: its title, else that of its alarm. */
export const ruleName = ({ title, id }: AlarmEntry): string => title ?? alarmOf(id)?.title ?? id;

/** Texts of rules that differ, with their switch and threshold if these do. Texts of all fields would weigh a kilobyte. */
export function ruleChanges(was: readonly AlarmEntry[], is: readonly AlarmEntry[]): string[] {
  const ids = new Set([...was, ...is].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [before, after] = [was, is].map((rules) => rules.find((one) => one.id === id));
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const { enabled, on } = after ?? {};
    const rule = { ...alarmOf(id)?.rule, ...after } as AlarmRule;
    const texts = [
      enabled !== undefined && enabled !== before?.enabled && (enabled ? t.settings.on : t.settings.off),
      on !== undefined && on !== before?.on && scaleOf(rule)?.write(on, units.value),
    ].filter(Boolean);
    const name = ruleName((after ?? before)!);
    return texts.length > 0 ? `${name} (${texts.join(COMMA)})` : name;
  });
}
