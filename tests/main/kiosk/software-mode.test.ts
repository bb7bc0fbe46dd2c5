import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberSoftwareMode, softwareMode, softwareModePlaces } from '../../../src/main/kiosk/software-mode.ts';

const NOW = 1_750_500_000;
const DAY = 86_400;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-software-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a kiosk draws in software for a week after the graphics chip failed, and then tries the chip again', () => {
  expect(softwareMode([folder], NOW)).toBe(false);
  expect(rememberSoftwareMode([folder], NOW)).toBe(true);
  expect(softwareMode([folder], NOW + 6 * DAY)).toBe(true);
  expect(softwareMode([folder], NOW + 8 * DAY)).toBe(false);
});

it('a data folder that takes nothing leaves the note in the session’s runtime folder', () => {
  const [data, runtime] = [join(folder, 'data'), join(folder, 'run')];
  writeFileSync(data, 'in the place of a folder: as little can be written into it as on a read-only disk');
  mkdirSync(runtime);
  const places = softwareModePlaces(data, { XDG_RUNTIME_DIR: runtime });
  expect(rememberSoftwareMode(places, NOW)).toBe(true);
  expect(softwareMode(places, NOW)).toBe(true);
  const nowhere = softwareModePlaces(data, {});
  expect(rememberSoftwareMode(nowhere, NOW)).toBe(false);
  expect(softwareMode(nowhere, NOW)).toBe(false);
});

it('a folder or half a file in the place of the note is no note', () => {
  mkdirSync(join(folder, 'kiosk.json'));
  expect(softwareMode([folder], NOW)).toBe(false);
  expect(rememberSoftwareMode([folder], NOW)).toBe(false);
  rmSync(join(folder, 'kiosk.json'), { recursive: true });
  for (const half of ['', '{"software_si', 'null']) {
    writeFileSync(join(folder, 'kiosk.json'), half);
    expect(softwareMode([folder], NOW)).toBe(false);
  }
});
