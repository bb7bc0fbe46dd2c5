import { HOUR_S } from '../base/durations.ts';
import { CHANCE_QUANTITIES, isChance, isChange, type ShelfId } from '../contract/alarm-names.ts';
import { type AlarmEntry, type AlarmRule, isMachine } from '../contract/alarm-rule.ts';
import type { Quantity } from '../quantities/quantity.ts';
import { QUANTITIES } from '../quantities/table.ts';
import type { Rule } from '../words/field.ts';
import { PLAIN, SHELF } from './alarm-shelf.ts';

/** Three hours: the tendency of the WMO. */
const TENDENCY_S = 3 * HOUR_S;
const MORNING_HOUR = 8;

/** Completes an alarm of the settings with defaults; null where one of the owner's own lacks a field that has none. */
export function ruleOf(entry: AlarmEntry): AlarmRule | null {
  const base: Partial<AlarmRule> = Object.hasOwn(SHELF, entry.id) ? SHELF[entry.id as ShelfId] : PLAIN;
  const rule = { ...base, ...entry };
  const { quantity, when, on, off } = rule;
  if (quantity === undefined || when === undefined || on === undefined || off === undefined) return null;
  return {
    ...(rule as AlarmRule),
    over_s: isChange({ when }) ? (rule.over_s ?? TENDENCY_S) : null,
    limit: isChance({ when }) ? (rule.limit ?? null) : null,
    by_hour: isChance({ when }) ? (rule.by_hour ?? MORNING_HOUR) : null,
  };
}

/** Every rule in force: those that come with the program, as the settings change them, then the owner's own. */
export function rulesOf(entries: readonly AlarmEntry[]): AlarmRule[] {
  const named = new Map(entries.map((entry) => [entry.id, entry]));
  const shelf = (Object.keys(SHELF) as ShelfId[]).map((id) => named.get(id) ?? { id });
  const own = entries.filter(({ id }) => !Object.hasOwn(SHELF, id));
  return [...shelf, ...own].flatMap((entry) => ruleOf(entry) ?? []);
}

/** Fault of a rule, by its kind of quantity; null for a sound rule. The field is empty if the whole entry is at fault. */
export function ruleProblem(entry: AlarmEntry): { field: keyof AlarmEntry | ''; code: Rule } | null {
  const rule = ruleOf(entry);
  if (!rule) return { field: '', code: 'field.alarm-own' };
  const { quantity, when, on, off } = rule;
  const kinds = kindsOf(quantity);
  if (kinds.length === 0) return { field: 'quantity', code: 'field.alarm-quantity' };
  if (!kinds.includes(when)) return { field: 'when', code: `field.one-of ${kinds.join(', ')}` };
  if (rule.over_s === null && entry.over_s !== undefined) return { field: 'over_s', code: 'field.alarm-no-change' };
  const ofChance = isChance(rule);
  if (ofChance && rule.limit === null) return { field: 'limit', code: 'field.required' };
  if (!ofChance && (entry.limit !== undefined || entry.by_hour !== undefined))
    return { field: entry.limit === undefined ? 'by_hour' : 'limit', code: 'field.alarm-no-chance' };
  if (ofChance && !(on > 0 && on < 1)) return { field: 'on', code: 'field.alarm-share' };
  if (ofChance && !(off >= 0 && off < 1)) return { field: 'off', code: 'field.alarm-share' };
  const isSafe = when === 'below' ? off > on : when === 'is' ? off !== on : off < on;
  if (!isSafe) return { field: 'off', code: when === 'below' ? `field.above ${on}` : `field.below ${on}` };
  if (rule.quiet !== null && rule.quiet.slice(0, 5) === rule.quiet.slice(6))
    return { field: 'quiet', code: 'field.quiet' };
  return null;
}

/** Conditions that may be asked of a quantity; none where it is unknown, or a direction. */
function kindsOf(quantity: string): readonly AlarmRule['when'][] {
  if (quantity === 'disk') return ['below'];
  if (quantity === 'health') return ['above', 'is'];
  if (isMachine(quantity)) return ['is'];
  if (!Object.hasOwn(QUANTITIES, quantity)) return [];
  const { kind }: Quantity = QUANTITIES[quantity as keyof typeof QUANTITIES];
  if (kind === 'direction') return [];
  if (kind === 'state') return ['is'];
  if (kind === 'counter') return ['rises'];
  if (kind === 'rate') return ['below', 'above'];
  const plain = ['below', 'above', 'falls', 'rises'] as const;
  return (CHANCE_QUANTITIES as readonly string[]).includes(quantity)
    ? [...plain, 'chance_below', 'chance_above']
    : plain;
}
