import { endpoints } from '../../contract/endpoints.ts';
import { ApiError } from '../../http/api-error.ts';
import type { StationApi } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import type { Answering } from '../answers/answering.ts';
import type { CareService } from '../care-service.ts';

/** The support file is asked for as a change is: it tells much of the house, and whoever may not change anything need not know. */
export function careRoutes({ read, change }: Answering<StationApi>, service: CareService | null): void {
  const present = (): CareService => {
    if (service === null) throw new ApiError(503, sentence('refusal.no-care'));
    return service;
  };
  const care = async (station: StationApi) => {
    const [upkept, program] = await Promise.all([station.care.upkept(), present().program()]);
    return { ...upkept, ...program };
  };
  read(endpoints.care, ({ of }) => care(of), 'briefly');
  change(endpoints.backUp, ({ of }) => of.care.backUp());
  change(endpoints.support, ({ of }) => present().support(of));
}
