import { units } from '../../../kit/browser-choices.ts';
import { isStale, telemetry } from '../../../kit/data/station.ts';
import { DASH, figure, unitOf } from '../../../kit/format.ts';
import type { Fact } from '../../../kit/parts/facts.tsx';
import { t } from '../../texts/models.ts';
import type { Subject } from './rules.ts';

/** Value shown now; null without a fresh reading, since an old one cannot be compared. */
export const shownNow = (subject: Subject): number | null =>
  isStale.value ? null : (telemetry.value?.[subject] ?? null);

export function shownFact(subject: Subject): Fact {
  const text = figure(subject, shownNow(subject), units.value, 1);
  return [t.headings.station, text, text === DASH ? '' : unitOf(subject, units.value)];
}
