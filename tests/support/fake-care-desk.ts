import type { Program, Support } from '../../src/contract/care.ts';
import type { CareService } from '../../src/server/ports.ts';

/** A program that was installed nine days ago. */
export const fakeCareDesk: CareService = {
  async program(): Promise<Program> {
    return {
      version: '1.0.0',
      uptime_s: 93_000,
      news: {
        language: 'en',
        title: '1.0.0',
        items: ['Notes on the history: touch a moment in the charts and write.', 'Anything else.'],
        kinds: ['added', 'fixed'],
      },
      release: { previous: '0.9.4', upgrading_to: null, can_ask: true },
      written: { bytes: 151_000_000, over_s: 93_000, bytes_per_day: 140_285_000 },
    };
  },
  askUpgrade: () => ({ asked: true }),
  async support(station): Promise<Support> {
    return { made_ts: station.nowS(), program: { version: '1.0.0' } };
  },
};
