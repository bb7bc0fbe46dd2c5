import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Settings } from '../../src/contract/settings.ts';
import type * as Editing from '../../src/renderer/dashboard/settings/editing.ts';

const NAME = {
  key: 'site.name',
  title: 'Name',
  help: '',
  type: 'text',
  nullable: true,
  default: null,
  value: 'Attic',
  source: 'default',
  locked: false,
  restart: false,
  secret: false,
  guarded: false,
} as const;
const settings = (etag: string): Settings => ({
  etag,
  file: '/etc/mine.yaml',
  writable: true,
  sections: [{ name: 'site', title: '', settings: [{ ...NAME }] }],
});

/** A station whose settings another program writes before each save of the page. */
const station = { saves: 0, etag: 0, isAway: false };
let editing: typeof Editing;
beforeAll(async () => {
  const storage = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
  vi.stubGlobal('location', { hash: '', search: '', hostname: 'localhost' });
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'PATCH') {
      station.saves++;
      station.etag++;
      return Response.json({ detail: 'The settings have changed.' }, { status: 412 });
    }
    if (station.isAway && station.saves > 0) throw new TypeError('nobody answers');
    return Response.json(settings(String(station.etag)));
  });
  editing = await import('../../src/renderer/dashboard/settings/editing.ts');
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(async () => {
  Object.assign(station, { saves: 0, isAway: false });
  await editing.latest.load();
  editing.edit(NAME, 'Cellar');
});

it('a save that meets settings changed elsewhere goes on by itself once, and then asks', async () => {
  const saved = editing.save();
  await expect.poll(() => editing.meanwhile.value).not.toBeNull();
  expect(station.saves).toBe(2);
  editing.meanwhile.value!.decide(null);
  await saved;
  expect([...editing.draft.value]).toEqual([['site.name', 'Cellar']]);
  expect([editing.meanwhile.value, editing.phase.value]).toEqual([null, 'reading']);
});

it('a save whose newer settings do not come says that nothing answers, and asks nothing', async () => {
  station.isAway = true;
  await editing.save();
  expect(station.saves).toBe(1);
  expect(editing.meanwhile.value).toBeNull();
  expect(editing.problem.value).toBe('Not saved: no answer from the station. Try again.');
  expect([...editing.draft.value]).toEqual([['site.name', 'Cellar']]);
});
