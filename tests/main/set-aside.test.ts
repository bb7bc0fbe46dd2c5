import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/main/clock.ts';
import { openHistory } from '../../src/main/open-history.ts';
import { loadSettings } from '../../src/main/settings.ts';

it('a folder whose simulated history was set aside for a Sense HAT is nobody else’s: a simulator may not be set over it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'weatherglass-aside-'));
  const settings = loadSettings({ data: join(home, 'data') }, { HOME: home });
  const open = (kind: 'simulator' | 'sense-hat') => openHistory(settings, systemClock, () => kind, false);
  (await open('simulator')).store.close();
  const { owner, notices, store } = await open('sense-hat');
  store.close();
  expect(notices.join()).toContain('was set aside');
  expect(owner).toBeNull(); // new, so that the board that measures now becomes whose it is
  await expect(open('simulator')).rejects.toThrow('holds the history of a Sense HAT');
  rmSync(home, { recursive: true });
});
