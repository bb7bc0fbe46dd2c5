import type { Zone } from '../../../base/zone.ts';
import type { ImportMap } from '../../../contract/imports.ts';
import type { Read } from '../past-row.ts';
import type { DateOrder } from '../text/local-time.ts';
import type { FileUnits } from '../units.ts';

export type Format = 'weewx' | 'weatherglass' | 'cumulus' | 'csv';

/** Facts about a file, by a person's word or the station's knowledge. */
export interface Asked {
  zone: Zone;
  units: FileUnits | null;
  order: DateOrder | null;
  map: ImportMap | null;
}

/** Reader of one file: it yields a row or a refusal for each line, in the order of the file, and holds no more than a line. */
export interface Source {
  readonly format: Format;
  /** Values are dropped: neither the file nor a person names its units. */
  readonly needsUnits: boolean;
  /** Day and month of its dates could be exchanged: the file cannot say. */
  readonly doubtfulDates: boolean;
  /** Its times have no offset. */
  readonly localTimes: boolean;
  read(): Generator<{ read: Read; share: number }>;
}
