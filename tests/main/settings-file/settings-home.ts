import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { type Setting, Settings } from '../../../src/contract/settings.ts';
import { loadSettings } from '../../../src/main/settings/settings.ts';
import { SettingsFile } from '../../../src/main/settings-file/settings-file.ts';

/** A settings file in a folder of its own for each test of a file, and what answers for it. */
export function settingsHome() {
  const at = { folder: '', file: '' };
  beforeEach(() => {
    at.folder = mkdtempSync(join(tmpdir(), 'weatherglass-settings-'));
    at.file = join(at.folder, 'config.yaml');
  });
  afterEach(() => rmSync(at.folder, { recursive: true, force: true }));
  const desk = (env: Record<string, string> = {}, options = {}, changed?: (keys: readonly string[]) => boolean) =>
    new SettingsFile({
      origin: { options, env, file: at.file },
      running: { owner: 'simulator', port: 8000 },
      changed,
    });
  const read = (of = desk()): Settings => Settings.parse(of.read());
  return {
    at,
    desk,
    read,
    setting: (key: string, of = desk()): Setting =>
      read(of)
        .sections.flatMap(({ settings }) => settings)
        .find((one) => one.key === key)!,
    text: (): string => readFileSync(at.file, 'utf8'),
    /** As the next start reads it. */
    inForce: (env: Record<string, string> = {}): Config => loadSettings({ config: at.file }, env).config,
  };
}
