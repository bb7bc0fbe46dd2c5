import type { WaveReport, WaveReports } from '../../contract/fleet-wave.ts';
import type { Log } from '../../http/log.ts';
import { HeardFile } from '../heard-file.ts';
import { hasFailedTooOften, reportOf, type Upgraded } from './report.ts';
import type { WaveFile } from './wave-file.ts';
import { Waves } from './waves.ts';

interface Parts {
  file: WaveFile;
  log: Log;
  nowS(): number;
  stations(): Upgraded[];
}

/** Upgrade waves of a running hub: what a station is asked, and what came of it. */
export class WaveRoom {
  readonly #heard: HeardFile<Waves>;
  constructor(private readonly parts: Parts) {
    this.#heard = new HeardFile(parts.file, 'the list of waves', parts.log, new Waves());
  }

  hear(): void {
    this.#heard.hear();
  }

  wanted(login: string, group: string | null): string | null {
    return this.#heard.now.wanted(login, group);
  }

  reports(): WaveReports {
    const waves = this.#heard.now;
    const stations = this.parts.stations();
    const newestFirst = waves.all.toReversed();
    return { now_ts: this.parts.nowS(), waves: newestFirst.map((wave) => reportOf(wave, waves, stations)) };
  }

  /** Answers of an open wave's stations. */
  reportOf(id: string): Pick<WaveReport, 'refused' | 'failed'> {
    return this.reports().waves.find(({ wave }) => wave.id === id) ?? { refused: [], failed: [] };
  }

  /** Changes the file, and takes the change up at once. */
  async change<T>(make: (waves: Waves) => { waves: Waves; answer: T }): Promise<T> {
    const answer = await this.parts.file.change(make);
    this.hear();
    return answer;
  }

  /** Pauses a wave after which stations went back. */
  async guard(): Promise<void> {
    if (this.#heard.now.open.length === 0) return;
    for (const report of this.reports().waves) {
      const { wave, failed } = report;
      if (wave.ended_ts !== null || wave.paused !== null || !hasFailedTooOften(report)) continue;
      await this.change((waves) => {
        const paused = waves.paused(wave.id, 'failures');
        return { waves: typeof paused === 'string' ? waves : paused.waves, answer: null };
      });
      this.parts.log.error(
        { version: wave.version, failed },
        'a wave was paused, because stations went back to the version before',
      );
    }
  }
}
