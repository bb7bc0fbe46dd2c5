import type { Memory, Remembered } from '../learned/memory.ts';

/** Since when this version of the program is the one that measures here. */
export function versionInForce(version: string, nowS: number, memory: Memory) {
  const state = memory.revive('version', 1, (saved: { version: string; sinceS: number } | null) =>
    saved?.version === version ? saved : { version, sinceS: nowS },
  );
  return { sinceS: state.sinceS, remembered: (): Remembered[] => [{ name: 'version', version: 1, state }] };
}
export type VersionInForce = ReturnType<typeof versionInForce>;
