import { messageOf } from '../../base/system-error.ts';
import { restored, type Saved } from '../../maths/codec.ts';
import { sentence } from '../../words/sentence.ts';
import type { Report } from '../report.ts';
import { MIGRATIONS } from './migrations.ts';

/** Learned state of a component, under its name and the version of its layout. */
export interface Remembered {
  name: string;
  version: number;
  state: unknown;
}

/** The learned state in its stored form. */
export interface Written {
  name: string;
  version: number;
  text: string;
}

export interface LearnedStates {
  load(name: string, version: number): { found: true; state: unknown } | { found: false; reason: string | null };
  putAll(written: readonly Written[], savedTs: number): void;
  saveLater(state: Remembered, savedTs: number): void;
}

export const write = ({ name, version, state }: Remembered): Written => ({
  name,
  version,
  text: JSON.stringify(state),
});

/** Saved state as `make` restores it, or null where it throws because it cannot use it. */
export function unlessUnusable<T>(make: () => T, lost: (why: string) => void): T | null {
  try {
    return make();
  } catch (error) {
    lost(messageOf(error));
    return null;
  }
}

/**
 * Brings learned state back. A version counts up with every change of a layout, and no layout is guessed by its shape: the version before
 * may have a migration, and state of any other is told once and left out. Heads, climate, rain and its labels are then learned again from
 * the record.
 */
export class Memory {
  constructor(
    private readonly learned: LearnedStates,
    private readonly report: Report,
  ) {}

  /** The saved state, or null when there is none that this program can read. */
  load(name: string, version: number): unknown {
    const found = this.learned.load(name, version);
    if (found.found) return found.state;
    const migrate = MIGRATIONS[`${name} ${version - 1}`];
    const former = migrate && this.learned.load(name, version - 1);
    if (former?.found) return this.#tried(name, () => migrate!(former.state as never));
    if (found.reason !== null) this.#fromPrior(name, found.reason);
    return null;
  }

  /** A component of its saved state, or of null. `make` throws for a state that it cannot use. */
  revive<S, T>(name: string, version: number, make: (saved: S | null) => T): T {
    const saved = this.load(name, version) as S | null;
    return this.#tried(name, () => make(saved)) ?? make(null);
  }

  #tried<T>(name: string, work: () => T): T | null {
    return unlessUnusable(work, (why) => this.#fromPrior(name, why));
  }

  /** A component whose state is all that is saved of it. */
  component<C extends { readonly state: object }>(name: string, version: number, fresh: () => C): C {
    return this.revive(name, version, (saved: Saved<C['state']> | null) => restored(fresh(), saved));
  }

  #fromPrior(name: string, why: string): void {
    this.report('state', 'warn', sentence('station.from-prior', { name, why }));
  }

  /** Saves an independent component with the next commit of samples. */
  saveLater(component: Remembered, nowS: number): void {
    this.learned.saveLater(component, nowS);
  }

  /** All of them in one transaction, so that what they learned from one another fits. */
  save(components: Iterable<Remembered>, nowS: number): void {
    this.put(Array.from(components, write), nowS);
  }

  /** The same for components that are written already. */
  put(written: readonly Written[], nowS: number): void {
    this.learned.putAll(written, nowS);
  }
}
