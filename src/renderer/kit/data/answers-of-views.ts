import type { Anomaly } from '../../../contract/conditions.ts';
import type { Outlook, Scorecard } from '../../../contract/forecast.ts';
import type { Models, Nerd } from '../../../contract/models.ts';
import type { createStation } from './create-station.ts';

type Station = ReturnType<typeof createStation>;

/** Slow answers that several views share, apart from the station, which the first view loads. */
export const answersOfViews = (resource: Station['resource']) => ({
  outlook: resource<Outlook>(() => '/api/outlook', 900),
  scorecard: resource<Scorecard>(() => '/api/scorecard', 300),
  anomaly: resource<Anomaly>(() => '/api/anomaly', 15),
  nerd: resource<Nerd>(() => '/api/nerd', 30),
  models: resource<Models>(() => '/api/models', 30),
});
