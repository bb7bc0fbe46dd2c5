import { afterAll, beforeAll, expect, it, vi } from 'vitest';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
  vi.stubGlobal('location', { hash: '', search: '' });
  vi.stubGlobal('window', { localStorage: { getItem: () => null, setItem: () => undefined } });
  vi.stubGlobal('addEventListener', () => undefined);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

it('a port is written as the digits that other programs ask for, a count in groups of three', async () => {
  const { numberWords } = await import('../../src/renderer/dashboard/settings/value-words.ts');
  const { entryOf } = await import('../../src/renderer/dashboard/settings/number-entry.ts');
  expect(numberWords('inputs.tempest.port', 50_222)).toBe('50222');
  expect(numberWords('server.port', 8000)).toBe('8000');
  expect(numberWords('forecast.train_at_start_hours', 20_000)).toMatch(/^20\D000$/);
  const port = { key: 'server.port', type: 'integer', min: 0, max: 65_535 } as const;
  expect(entryOf(port, '70000').wrong).toContain('65535');
});
