import type { WaveReports } from '../../contract/fleet-wave.ts';
import type { Log } from '../../http/log.ts';
import type { Audit } from '../audit.ts';
import type { ListFile } from '../files/list-file.ts';
import { ReloadedFile } from '../files/reloaded-file.ts';
import type { Hub } from '../hub.ts';
import { hasFailedTooOften, Waves } from './waves.ts';

/** Upgrade waves of a running hub: what a station is asked, and what came of it. */
export class WaveRoom {
  readonly file: ReloadedFile<Waves>;
  constructor(
    file: ListFile<Waves>,
    private readonly hub: Pick<Hub, 'fleet' | 'nowS'>,
    private readonly audit: Audit,
    private readonly log: Log,
  ) {
    this.file = new ReloadedFile(file, log, new Waves());
  }

  /** Reports of all waves, newest first, with the stations of those groups alone. */
  reports(sees: (group: string | null) => boolean = () => true): WaveReports {
    const waves = this.file.now;
    const stations = this.hub.fleet().stations.filter(({ group }) => sees(group));
    const known = new Set(stations.map(({ id }) => id));
    const seen = waves.withOnly((login) => known.has(login)).all.toReversed();
    return { now_ts: this.hub.nowS, waves: seen.map((wave) => waves.reportOf(wave, stations)) };
  }

  /** Pauses a wave after which stations went back. */
  async guard(): Promise<void> {
    if (this.file.now.open.length === 0) return;
    for (const report of this.reports().waves) {
      const { wave, failed } = report;
      if (wave.ended_ts !== null || wave.paused !== null || !hasFailedTooOften(report)) continue;
      await this.file.change((waves) => {
        const paused = waves.paused(wave.id, 'failures', this.hub.fleet().stations);
        return typeof paused === 'string' ? { list: waves } : paused;
      });
      const what = { version: wave.version, paused: true, failed: failed.join(', '), id: wave.id };
      await this.audit.write({ who: 'Weatherglass', by: 'hub', did: 'wave-changed', to: wave.group, what });
      this.log.error(
        { version: wave.version, failed },
        'a wave was paused, because stations went back to the version before',
      );
    }
  }
}
