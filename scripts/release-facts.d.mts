import type { PublicKey } from '../src/main/release/signature.ts';

export interface ReleaseFact {
  what: string;
  holds: boolean;
  detail: string;
}
export function isBetweenReleases(changelog: string): boolean;
export function changelogFact(changelog: string, version: string): ReleaseFact;
export function schemaFact(folder: string, schema: number): Promise<ReleaseFact>;
export function manifestFacts(
  folder: string,
  version: string,
  schema: number,
  keys: readonly PublicKey[],
): Promise<ReleaseFact[]>;
export function upgradeFact(
  file: string,
  folder: string,
  version: string,
  schema: number,
  keys: readonly PublicKey[],
): Promise<ReleaseFact>;
