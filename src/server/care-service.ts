import type { Program, Support } from '../contract/care.ts';
import type { StationApi } from '../station/api.ts';

/** Port to the program itself: its release, its log, the machine it runs on. */
export interface CareService {
  program(): Promise<Program>;
  support(station: StationApi): Promise<Support>;
}
