import { fieldOf } from '../../base/json-text.ts';
import { WAVE_VERSION } from '../../contract/fleet-wave.ts';
import type { Upgrades } from '../../sending/ports.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { type UpgradeState, versionNumber } from './lines.ts';

interface Parts {
  /** `fleet.upgrades`: whether the owner lets the fleet ask. */
  allowed: boolean;
  version: string;
  upgrades: Upgrades | undefined;
}

/**
 * Version that the fleet's operator asks for. The station writes it down for its owner and for `weatherglass upgrade --wanted`, and tells
 * the hub what became of it. Nothing is loaded from the hub: the program comes from apt alone.
 */
export class WantedVersion {
  #wanted: string | null = null;
  constructor(private readonly parts: Parts) {}

  /** `answer`: `upgrade` of the hub's answer; anything but a newer version is no wish. */
  hear(answer: unknown): void {
    const said = fieldOf(answer, 'version');
    const isOne = typeof said === 'string' && WAVE_VERSION.test(said);
    const isNewer = isOne && (versionNumber(said) ?? 0) > (versionNumber(this.parts.version) ?? 0);
    const wanted = isNewer ? said : null;
    this.#wanted = wanted;
    this.parts.upgrades?.want(this.state === 'asked' ? wanted : null);
  }

  get version(): string | null {
    return this.#wanted;
  }

  /** Null while nothing is wanted. */
  get state(): UpgradeState | null {
    const { allowed, upgrades } = this.parts;
    if (this.#wanted === null) return null;
    if (!allowed) return 'refused';
    return upgrades?.hasFailed(this.#wanted) ? 'failed' : 'asked';
  }

  get standing(): Sentence | null {
    const version = this.#wanted;
    if (version === null || this.state === 'refused') return null;
    return this.state === 'failed'
      ? sentence('hub.version-failed', { version })
      : sentence('hub.version-wanted', { version });
  }
}
