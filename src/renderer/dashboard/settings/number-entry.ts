import type { Setting } from '../../../contract/settings.ts';
import type { Units } from '../../kit/format.ts';
import { type Typing, typedNumber } from '../../kit/parts/keypad.tsx';
import { t } from '../texts/settings.ts';
import { measureOf } from './measured.ts';
import { numberWords } from './value-words.ts';

export const NUMBER_DIGITS = 10;

type Bounded = Pick<Setting, 'key' | 'type' | 'min' | 'max'>;

/** Check of a typed number: the value to store (null while it is none or out of range), and its texts. */
export function entryOf({ key, type, min, max }: Bounded, typed: string, units?: Units) {
  const measure = measureOf(key, units);
  const value = typedNumber(typed);
  const stored = value === null || measure === null ? value : measure.stored(value);
  const bounds = (): { from: string; to: string } => ({
    from: numberWords(key, min!, units),
    to: numberWords(key, max!, units),
  });
  const isOut = stored !== null && ((min !== undefined && stored < min) || (max !== undefined && stored > max));
  const isPart = stored !== null && type === 'integer' && !Number.isInteger(stored);
  const wrong = isPart ? t.settings.notWhole : isOut ? t.settings.outOfRange(bounds()) : null;
  return {
    stored: wrong === null ? stored : null,
    wrong,
    range: min !== undefined && max !== undefined ? t.settings.range(bounds()) : '',
    unit: measure?.unit ?? '',
    kind: (min !== undefined && min < 0 ? 'signed number' : 'number') satisfies Typing as Typing,
  };
}
