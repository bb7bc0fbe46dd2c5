import { HOUR_S } from '../../base/durations.ts';
import { THIN } from './format.ts';
import { t } from './texts/page.ts';

/** Lead time of a forecast: `15 min`, `24 h`. */
export const leadText = (horizonS: number): string =>
  horizonS < HOUR_S ? horizonS / 60 + THIN + t.spans.min : horizonS / HOUR_S + THIN + t.spans.h;
