import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_S } from '../../base/durations.ts';

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
  return places.some((folder) => written(join(folder, FILE), note));
}

function softwareSinceS(file: string): number | null {
  try {
    const saved = JSON.parse(readFileSync(file, 'utf8')) as { software_since?: unknown } | null;
    return typeof saved?.software_since === 'number' ? saved.software_since : null;
  } catch (error) {
    if (error instanceof SyntaxError || isOfTheFile(error)) return null; // cut off by a power failure, or never written
    throw error;
  }
}

function written(file: string, text: string): boolean {
  try {
    writeFileSync(file, text);
    return true;
  } catch (error) {
    if (!isOfTheFile(error)) throw error;
    return false;
  }
}

/** An error of the operating system about this file: it is missing, a folder, read-only, without room. */
const isOfTheFile = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall !== undefined;
