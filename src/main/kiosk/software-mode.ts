import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_S } from '../../durations.ts';

/**
 * Whether to draw without the graphics chip. It has to be known before Electron is ready, so it survives the restart in a file;
 * after a week the chip gets another chance, because a driver may have been updated.
 */
const HELD_S = 7 * DAY_S;

const fileIn = (dataDir: string): string => join(dataDir, 'kiosk.json');

export function softwareMode(dataDir: string, nowS: number): boolean {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return false;
  try {
    const saved = JSON.parse(readFileSync(file, 'utf8')) as { software_since?: unknown };
    return typeof saved.software_since === 'number' && Math.abs(nowS - saved.software_since) < HELD_S;
  } catch (error) {
    if (error instanceof SyntaxError) return false; // cut off by a power failure: the chip gets its chance
    throw error;
  }
}

export function rememberSoftwareMode(dataDir: string, nowS: number): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify({ software_since: Math.round(nowS) })}\n`);
}
