import type { Anomaly } from '../../../contract/conditions.ts';
import type { Outlook, Scorecard } from '../../../contract/forecast.ts';
import type { Models, Nerd } from '../../../contract/models.ts';
import { resource } from './station.ts';

/** Slow answers that several views share, apart from the station, which the first view loads. */
export const outlook = resource<Outlook>(() => '/api/outlook', 900);
export const scorecard = resource<Scorecard>(() => '/api/scorecard', 300);
export const anomaly = resource<Anomaly>(() => '/api/anomaly', 15);
export const nerd = resource<Nerd>(() => '/api/nerd', 30);
export const models = resource<Models>(() => '/api/models', 30);
