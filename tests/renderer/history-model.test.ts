import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventRecord } from '../../src/contract/events.ts';
import { LIMITS } from '../../src/contract/names.ts';
import type * as Model from '../../src/renderer/dashboard/history/model.ts';
import type * as Router from '../../src/renderer/kit/router.ts';

const NOW_S = Date.parse('2026-11-21T14:12:10Z') / 1000;

const address = { hash: '', search: '' };
let model: typeof Model;
let router: typeof Router;
beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
  vi.stubGlobal('location', address);
  vi.stubGlobal('window', { localStorage: { getItem: () => null, setItem: () => undefined } });
  vi.stubGlobal('history', {
    replaceState: (_: unknown, __: string, hash: string) => Object.assign(address, { hash }),
  });
  vi.stubGlobal('addEventListener', () => undefined);
  [model, router] = await Promise.all([
    import('../../src/renderer/dashboard/history/model.ts'),
    import('../../src/renderer/kit/router.ts'),
  ]);
});
afterAll(() => vi.unstubAllGlobals());

let isSilent = false;
const asked: URL[] = [];
const askedOf = (path: string): URL[] => asked.filter(({ pathname }) => pathname === path);
/** A log that never ends. */
const events: EventRecord[] = Array.from({ length: LIMITS.events }, (_, i) => ({
  id: LIMITS.events - i,
  ts: NOW_S - 60 * i,
  kind: 'sensor',
  severity: 'info',
  detail: '',
}));
const answers: Record<string, unknown> = {
  '/api/events': events,
  '/api/notes': { notes: [], total: 0 },
  '/api/quality': { spans: [], points: [] },
  '/api/history/range': { n: 1, bucket_s: 120, series: { ts: [NOW_S] } },
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_S * 1000, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  isSilent = false;
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://station');
    asked.push(url);
    if (isSilent) throw new TypeError('nobody answers');
    return Response.json(answers[url.pathname]);
  });
});
afterEach(() => vi.useRealTimers());

/** History as opened at an address, with its first answers. */
async function opened(params: Record<string, string>) {
  router.route.value = { view: 'history', params: new URLSearchParams(params) };
  const history = model.createHistory();
  const leave = history.open();
  await expect.poll(() => history.log.events.value).not.toBeNull();
  return { history, leave };
}

describe('a page of the log that does not come', () => {
  const yesterday = { from: String(NOW_S - 86_400), to: String(NOW_S - 3600) };
  const pages = (): number => askedOf('/api/events').length;

  it('is asked for again by itself until it comes, and then nothing is said of it any more', async () => {
    const { history, leave } = await opened(yesterday);
    isSilent = true;
    await Promise.all([history.readOn(), history.readOn()]);
    expect(history.problem.value?.status).toBe(0);
    const before = pages();
    await vi.advanceTimersByTimeAsync(4000);
    await expect.poll(() => pages()).toBe(before + 1); // however often it was pressed
    isSilent = false;
    await vi.advanceTimersByTimeAsync(4000);
    await expect.poll(() => history.problem.value).toBeNull();
    leave();
  });

  it('has come with a press that works: nothing is said of the one before it', async () => {
    const { history, leave } = await opened(yesterday);
    isSilent = true;
    await history.readOn();
    isSilent = false;
    await history.readOn();
    expect(history.problem.value).toBeNull();
    leave();
  });

  it('is not asked for once another view is shown', async () => {
    const { history, leave } = await opened(yesterday);
    isSilent = true;
    await history.readOn();
    leave();
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(before);
  });
});

describe('a note that was written now', () => {
  it.each([{ span: '24h' }, { from: String(NOW_S - 36_000), to: String(NOW_S + 3600) }])(
    'is asked for and in sight at once, in %o',
    async (params) => {
      const { history, leave } = await opened(params);
      vi.setSystemTime((NOW_S + 40) * 1000); // the same minute
      history.reload();
      expect(Number(askedOf('/api/notes').at(-1)!.searchParams.get('end'))).toBeGreaterThan(NOW_S + 40);
      expect(history.resting.value.toS).toBeGreaterThanOrEqual(NOW_S + 40);
      leave();
    },
  );

  it('was saved, though the answer with it does not come: History goes on asking, and refuses nothing', async () => {
    const { history, leave } = await opened({ span: '24h' });
    isSilent = true;
    history.reload();
    await expect.poll(() => history.problem.value?.status).toBe(0);
    isSilent = false;
    await vi.advanceTimersByTimeAsync(4000);
    await expect.poll(() => history.problem.value).toBeNull();
    leave();
  });
});

describe('a hand that lets go of the charts', () => {
  it('points no longer at a moment that has left them', async () => {
    const { history, leave } = await opened({ span: '24h' });
    history.pointedS.value = NOW_S - 7200;
    history.show({ fromS: NOW_S - 10_000, toS: NOW_S });
    expect(history.pointedS.value).toBe(NOW_S - 7200);
    history.show({ fromS: NOW_S - 3600, toS: NOW_S });
    expect(history.pointedS.value).toBeNull();
    leave();
  });

  it('writes no address once the reader has gone to another view', async () => {
    address.hash = '#/history';
    const { history, leave } = await opened({ span: '24h' });
    history.show({ fromS: NOW_S - 7200, toS: NOW_S });
    expect(address.hash).toContain('#/history?from=');
    address.hash = '#/now';
    history.show({ fromS: NOW_S - 3600, toS: NOW_S });
    expect(address.hash).toBe('#/now');
    leave();
  });
});
