import type { Program, Support } from '../../src/contract/care.ts';
import type { CareService } from '../../src/server/care-service.ts';

/** A program that was installed nine days ago. */
export const fakeCareDesk: CareService = {
  async program(): Promise<Program> {
    return {
      version: '1.0.0',
      uptime_s: 93_000,
      news: {
        title: '1.0.0',
        items: ['Notes on the history: touch a moment in the charts and write.', 'Anything else.'],
        kinds: ['added', 'fixed'],
      },
      release: { previous: '0.9.4', upgrading_to: null },
      written: { bytes: 151_000_000, over_s: 93_000, bytes_per_day: 140_285_000 },
    };
  },
  async support(station): Promise<Support> {
    return { made_ts: station.nowS(), program: { version: '1.0.0' } };
  },
};
