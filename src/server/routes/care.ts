import { endpoints } from '../../contract/endpoints.ts';
import type { StationApi } from '../../station/api.ts';
import type { Speaker } from '../../words/speaker.ts';
import type { Answering } from '../answers/answering.ts';
import type { CareService } from '../ports.ts';

/** The support file counts as a change: it tells much of the house, so only those who may change things get it. */
export function careRoutes({ read, change }: Answering<StationApi>, service: CareService): void {
  const care = async (station: StationApi, speaker: Speaker) => {
    const [upkept, program] = await Promise.all([station.care.upkept(speaker), service.program(speaker.language)]);
    return { ...upkept, ...program };
  };
  read(endpoints.care, ({ of, speaker }) => care(of, speaker), 'briefly');
  change(endpoints.backUp, ({ of }) => of.care.backUp());
  change(endpoints.askUpgrade, () => service.askUpgrade());
  change(endpoints.support, ({ of }) => service.support(of));
}
