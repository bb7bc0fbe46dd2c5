import { isChance } from '../../contract/alarm-names.ts';
import type { AlarmRule } from '../../contract/alarm-rule.ts';
import { decimalsIn, IMPERIAL, type Units } from '../../quantities/imperial.ts';
import type { Quantity } from '../../quantities/quantity.ts';
import { QUANTITIES } from '../../quantities/table.ts';
import { asPart, choice, foreign, type Sentence, sentence, type Text } from '../../words/sentence.ts';
import type { Watched } from './watched.ts';

/** Unit of a rule's value and thresholds; '' where it counts nothing. */
export function unitOf({ quantity }: Pick<AlarmRule, 'quantity'>): string {
  if (quantity === 'disk') return '%';
  const row: Quantity | undefined = Object.hasOwn(QUANTITIES, quantity)
    ? QUANTITIES[quantity as keyof typeof QUANTITIES]
    : undefined;
  return row === undefined || row.unit === '1' ? '' : row.unit;
}

function shownIn(units: Units, unit: string, value: number, isDifference: boolean) {
  const { unit: own, factor, offset = 0 } = (units === 'imperial' && IMPERIAL[unit]) || { unit, factor: 1 };
  const scale = 10 ** decimalsIn(own);
  return { unit: own, value: Math.round((value * factor + (isDifference ? 0 : offset)) * scale) / scale };
}

/** Title of a rule: the owner's, otherwise that of its id. */
export const titleSentence = ({ id, title }: Pick<AlarmRule, 'id' | 'title'>): Sentence =>
  title === null ? sentence('alarm.title', { id: choice(id), name: id }) : foreign(title);
export const titleOf = (rule: Pick<AlarmRule, 'id' | 'title'>): Text => asPart(titleSentence(rule));

type Facts = Pick<Watched, 'state' | 'value' | 'isYoung'> & { said: { chance: number | null } | null };

/** Sentence with an alarm's quantity and its state. `watched`: null while the rule is off. */
export function alarmSentence(rule: AlarmRule, watched: Facts | null, units: Units): Sentence {
  const title = titleOf(rule);
  if (watched === null) return sentence('alarm.off', { title });
  const { when, on, limit, by_hour, over_s } = rule;
  const { state, value, said } = watched;
  const chance = said?.chance ?? null;
  if (watched.isYoung) return sentence('alarm.young', { title });
  if (state === 'unknown' || (isChance(rule) ? chance : value) === null) return sentence('alarm.unknown', { title });
  const unit = unitOf(rule);
  if (isChance(rule)) {
    const shown = shownIn(units, unit, limit!, false);
    return sentence('alarm.chance', {
      title,
      side: when === 'chance_below' ? 'below' : 'above',
      percent: Math.round(100 * chance!),
      limit: shown.value,
      unit: shown.unit,
      hour: by_hour!,
    });
  }
  if (when === 'is') return sentence('alarm.flag', { title, on: state !== 'ok' });
  if (when === 'falls' || when === 'rises') {
    const shown = shownIn(units, unit, value!, true);
    return sentence('alarm.change', { title, way: when, value: shown.value, unit: shown.unit, overS: over_s! });
  }
  const shown = shownIn(units, unit, value!, false);
  const threshold = shownIn(units, unit, on, false);
  return sentence('alarm.level', {
    title,
    value: shown.value,
    unit: shown.unit,
    side: when === 'below' ? 'below' : 'above',
    threshold: threshold.value,
  });
}
