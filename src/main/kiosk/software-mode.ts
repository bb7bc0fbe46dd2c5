import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_S } from '../../base/durations.ts';
import { jsonOf } from '../../base/json-text.ts';
import { unlessRefused } from '../../base/system-error.ts';
import { writeWhole } from '../../base/whole-file.ts';

const FILE = 'kiosk.json';
/** After a week the graphics chip gets another chance, because a driver may have been updated. */
const HELD_S = 7 * DAY_S;

/**
 * Software drawing, remembered over a restart: Electron has to know it before it is ready. The note lies in the data folder, or
 * in the session's runtime folder where the data folder takes nothing: a read-only disk is no reason for a dark wall.
 */
export const softwareModePlaces = (dataDir: string, env: NodeJS.ProcessEnv): string[] =>
  [dataDir, env['XDG_RUNTIME_DIR']].filter((folder) => folder !== undefined && folder !== '') as string[];

export const softwareMode = (places: readonly string[], nowS: number): boolean =>
  places.some((folder) => {
    const since = softwareSinceS(join(folder, FILE));
    return since !== null && Math.abs(nowS - since) < HELD_S;
  });

/** False when no place takes the note: a restart would find the graphics chip in use again. */
export function rememberSoftwareMode(places: readonly string[], nowS: number): boolean {
  const note = `${JSON.stringify({ software_since: Math.round(nowS) })}\n`;
  return places.some((folder) => unlessRefused(() => writeWhole(join(folder, FILE), note)) !== null);
}

function softwareSinceS(file: string): number | null {
  const saved = jsonOf(unlessRefused(() => readFileSync(file, 'utf8')) ?? '') as { software_since?: unknown } | null;
  return typeof saved?.software_since === 'number' ? saved.software_since : null;
}
