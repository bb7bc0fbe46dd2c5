import { afterEach, expect, it, vi } from 'vitest';

const asked = vi.hoisted(() => ({ getJson: vi.fn(), load: vi.fn() }));
vi.mock('../../src/renderer/kit/data/station.ts', () => ({ getJson: asked.getJson, status: { load: asked.load } }));
afterEach(() => vi.useRealTimers());
const TOLD = { applied: ['site.name'], restart: [], begins: true };

it('waits for the station that begins anew, says once when that takes long, and takes none from before for it, whose start is never told twice alike', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const { begunAgain } = await import('../../src/renderer/kit/data/begun-again.ts');
  let uptimeS = 1000;
  const tell = (): object => ({
    started_ts: 1.75e9 + (performance.now() % 7) / 1000, // now: the page counts from its own start, as in a browser
    uptime_s: uptimeS + performance.now() / 1000, // now: the page counts from its own start, as in a browser
  });
  asked.getJson.mockImplementation(async () => tell());
  const late = vi.fn();
  const begun = begunAgain(TOLD, performance.now(), late); // now: the page counts from its own start, as in a browser
  await vi.advanceTimersByTimeAsync(60_000); // it answers: changed often, it waits with its beginning
  expect(late).not.toHaveBeenCalled();
  asked.getJson.mockImplementation(async () => Promise.reject(new DOMException('nobody', 'TimeoutError')));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(late).toHaveBeenCalledOnce();
  expect(asked.load).not.toHaveBeenCalled();
  asked.getJson.mockImplementation(async () => tell());
  uptimeS = -performance.now() / 1000; // now: the page counts from its own start, as in a browser
  await vi.advanceTimersByTimeAsync(5000);
  await begun;
  expect(asked.load).toHaveBeenCalledOnce();
});

it('does not call a station late that answers all along and does not begin', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const { begunAgain } = await import('../../src/renderer/kit/data/begun-again.ts');
  asked.load.mockClear();
  asked.getJson.mockImplementation(async () => ({ uptime_s: 1000 + performance.now() / 1000 })); // now: the page counts from its own start, as in a browser
  const late = vi.fn();
  void begunAgain(TOLD, performance.now(), late); // now: the page counts from its own start, as in a browser
  await vi.advanceTimersByTimeAsync(70_000);
  expect([late.mock.calls.length, asked.load.mock.calls.length]).toEqual([0, 1]);
});

it.each([[[]], [['alarms.rules']]])('waits for nobody where nothing begins again for it: %j', async (applied) => {
  const { begunAgain } = await import('../../src/renderer/kit/data/begun-again.ts');
  asked.load.mockClear();
  await begunAgain({ applied, restart: [], begins: false }, performance.now(), () => undefined); // now: the page counts from its own start, as in a browser
  expect(asked.load).not.toHaveBeenCalled();
});
