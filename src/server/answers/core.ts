import type { Express, RequestHandler } from 'express';
import type { Clock } from '../../base/clock.ts';
import type { StationApi } from '../../station/api.ts';
import type { CpuQuota } from '../limits/cpu-quota.ts';
import type { ServerSettings } from '../server-settings.ts';
import type { SharedAnswers } from './shared-answers.ts';

/** Parts of a server that its routes share. */
export interface Core {
  app: Express;
  settings: ServerSettings;
  clock: Clock;
  /** Null until the station is started. */
  station: () => StationApi | null;
  /** Throws the refusal of a station that is not started. */
  started: () => StationApi;
  shared: SharedAnswers;
  quota: CpuQuota;
  readBody: RequestHandler;
}
