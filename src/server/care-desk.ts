import type { Program, Support } from '../contract/care.ts';
import type { StationApi } from '../station/api.ts';

/** Who knows the program: its release, its log, the machine it runs on. */
export interface CareDesk {
  program(): Promise<Program>;
  support(station: StationApi): Promise<Support>;
}
