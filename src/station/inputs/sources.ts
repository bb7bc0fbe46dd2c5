import type { Place } from './roster.ts';

/** Sender of each group; null: a person wants none. */
export type SourcesState = Record<string, string | null>;

/** Groups of the air outdoors. A sender in a room, in the pool or in the freezer gives none of them. */
const OUTDOORS: ReadonlySet<string> = new Set(['temperature', 'wind', 'rain', 'piezo', 'sun', 'lightning']);

/** The one sender that the station takes each group of quantities from: "outdoor truth". The first adopted one that has it, or a person's choice. */
export class Sources {
  #chosen = new Map<string, string | null>();

  constructor(saved: SourcesState = {}) {
    this.take(saved);
  }

  take(saved: SourcesState): void {
    this.#chosen = new Map(Object.entries(saved));
  }

  toJSON(): SourcesState {
    return Object.fromEntries(this.#chosen);
  }

  /** Sender of a group; undefined while nobody has offered it. */
  of(group: string): string | null | undefined {
    return this.#chosen.get(group);
  }

  isMain(group: string, id: string): boolean {
    return this.#chosen.get(group) === id;
  }

  /** Groups that come from this sender. */
  mainFor(id: string): string[] {
    return [...this.#chosen].flatMap(([group, chosen]) => (chosen === id ? [group] : [])).sort();
  }

  /** Whether a place can give a group. */
  static suits(group: string, place: Place | null): boolean {
    return place === 'outdoors' || place === null || !OUTDOORS.has(group);
  }

  /** An adopted sender offers a group, and becomes its source if there is none. */
  offer(group: string, id: string, place: Place | null): void {
    if (!this.#chosen.has(group) && Sources.suits(group, place)) this.#chosen.set(group, id);
  }

  /** A person's choice: these groups from this sender, and none of the others that it gave. */
  choose(id: string, groups: readonly string[]): void {
    for (const group of this.mainFor(id)) if (!groups.includes(group)) this.#chosen.set(group, null);
    for (const group of groups) this.#chosen.set(group, id);
  }

  /** Replacement: it takes the place of another sender. */
  replace(before: string, id: string): void {
    for (const group of this.mainFor(before)) this.#chosen.set(group, id);
  }

  /** The sender is a source no longer: the next one that offers a group takes its place. */
  release(id: string): void {
    for (const group of this.mainFor(id)) this.#chosen.delete(group);
  }

  /** Change of place: what the new one cannot give is given by others. */
  moved(id: string, place: Place | null): void {
    for (const group of this.mainFor(id)) if (!Sources.suits(group, place)) this.#chosen.delete(group);
  }
}
