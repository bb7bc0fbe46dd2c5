import { fieldOf } from '../../base/json-text.ts';
import { WAVE_VERSION } from '../../contract/fleet-wave.ts';
import type { Upgrades } from '../../sending/ports.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { versionNumber } from './lines.ts';

/** Outcomes of a wish, as the hub counts them. */
export const UPGRADE = { asked: 0, refused: 1, failed: 2 } as const;

/**
 * Version that the fleet's operator asks for. The station writes it down for its owner and for `weatherglass upgrade --wanted`, and tells
 * the hub what became of it. Nothing is loaded from the hub: the program comes from apt alone.
 */
export class WantedVersion {
  /** Version that is asked for; null where none is. */
  version: string | null = null;

  /** `allowed`: `fleet.upgrades`, whether the owner lets the fleet ask. */
  constructor(
    private readonly allowed: boolean,
    private readonly running: string,
    private readonly upgrades: Upgrades | undefined,
  ) {}

  /** `answer`: `upgrade` of the hub's answer; anything but a newer version is no wish. */
  hear(answer: unknown): void {
    const said = fieldOf(answer, 'version');
    const isOne = typeof said === 'string' && WAVE_VERSION.test(said);
    const isNewer = isOne && (versionNumber(said) ?? 0) > (versionNumber(this.running) ?? 0);
    this.version = isNewer ? said : null;
    this.upgrades?.want(this.state === 'asked' ? this.version : null);
  }

  /** Null while nothing is wanted. */
  get state(): keyof typeof UPGRADE | null {
    if (this.version === null) return null;
    if (!this.allowed) return 'refused';
    return this.upgrades?.hasFailed(this.version) ? 'failed' : 'asked';
  }

  get standing(): Sentence | null {
    const { version } = this;
    if (version === null || this.state === 'refused') return null;
    return this.state === 'failed'
      ? sentence('hub.version-failed', { version })
      : sentence('hub.version-wanted', { version });
  }
}
