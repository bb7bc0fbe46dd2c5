import { endpoints } from '../../contract/endpoints.ts';
import type { WatchFacet } from '../../station/api.ts';
import type { Answering } from '../answers/answering.ts';

export function modelRoutes({ read }: Answering<WatchFacet>): void {
  read(endpoints.models, ({ of }) => of.models());
  read(endpoints.nerd, ({ of }) => of.nerdInSteps());
  read(endpoints.methods, ({ of, speaker }) => of.methods(speaker));
}
