import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { dispatch } from '../../src/main/cli.ts';

/** `weatherglass hub …` in this process, with folders of its own: `hub` says what it printed, and its exit code; `fresh` names an empty folder. */
export function hubCommands() {
  const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-hub-cli-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  let folders = 0;
  const fresh = () => join(scratch, String(folders++));
  async function hub(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    const text = { out: '', err: '' };
    const stream = (name: 'out' | 'err') => {
      const write = (piece: string) => {
        text[name] += piece;
        return true;
      };
      return { write } as unknown as NodeJS.WriteStream;
    };
    const io = { stdout: stream('out'), stderr: stream('err'), env: { HOME: scratch } };
    return { code: await dispatch(['hub', ...args], io), ...text };
  }
  return { fresh, hub };
}
