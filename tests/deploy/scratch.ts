import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

export const DEPLOY = join(import.meta.dirname, '../../deploy');
export const text = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');
export const has = (program: string) => spawnSync('which', [program]).status === 0;

/** Folder of a test in which the files of a package lie as on a machine. */
export let scratch: string;
/** Gives each test of a file a folder of its own. */
export function scratchOfEach(): void {
  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), 'packages-'));
  });
  afterEach(() => rmSync(scratch, { recursive: true }));
}

/** A file of a package with its places below the scratch folder, as a program. */
export function placed(path: string, name: string, marks: Record<string, string> = { NAME: 'weatherglass' }): string {
  const file = join(scratch, name);
  const moved = text(path)
    .replaceAll(/@([A-Z_]+)@/g, (mark, name) => marks[name] ?? mark)
    .replaceAll(
      /(?<![\w.$/}])\/(etc|opt|run|usr\/(?:lib|local|share)|var\/(?:backups|cache|lib))\//g,
      `${scratch}/$1/`,
    );
  writeFileSync(file, moved, { mode: 0o755 });
  return file;
}
export const put = (path: string, content: string) => {
  mkdirSync(join(scratch, path, '..'), { recursive: true });
  writeFileSync(join(scratch, path), content, { mode: 0o755 });
};
export const TELLS = '#!/bin/sh\necho "$0 $*"\n';
