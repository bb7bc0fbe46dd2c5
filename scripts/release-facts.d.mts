import type { PublicKey } from '../src/main/release/signature.ts';

export interface ReleaseFact {
  what: string;
  holds: boolean;
  detail: string;
}
export function isBetweenReleases(changelog: string): boolean;
export function changelogFact(changelog: string, version: string): ReleaseFact;
export function manifestFacts(
  folder: string,
  version: string,
  schema: number,
  keys?: readonly PublicKey[] | null,
): Promise<ReleaseFact[]>;
