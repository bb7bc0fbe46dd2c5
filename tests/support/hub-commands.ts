import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { command } from './command.ts';

/** `weatherglass hub …` in this process, with folders of its own: `hub` says what it printed, and its exit code; `fresh` names an empty folder. */
export function hubCommands() {
  const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-hub-cli-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  let folders = 0;
  const fresh = () => join(scratch, String(folders++));
  const hub = (...args: string[]) => command(['hub', ...args], { HOME: scratch });
  return { fresh, hub };
}
