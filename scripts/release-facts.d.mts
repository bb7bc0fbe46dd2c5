export interface ReleaseFact {
  what: string;
  holds: boolean;
  detail: string;
}
export function isBetweenReleases(changelog: string): boolean;
export function changelogFact(changelog: string, version: string): ReleaseFact;
export function schemaFact(folder: string, schema: number): Promise<ReleaseFact>;
export function packageFacts(folder: string, version: string): ReleaseFact[];
