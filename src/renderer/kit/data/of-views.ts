import { answersOfViews } from './answers-of-views.ts';
import { resource } from './station.ts';

/** Slow answers of this page's station: see answers-of-views.ts. */
export const { outlook, scorecard, anomaly, nerd, models } = answersOfViews(resource);
