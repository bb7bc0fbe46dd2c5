import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, isPainted, keepPicture, type RunningKiosk, type StartOptions, until } from './driver.ts';
import { freePort } from './free-port.ts';

const BACK_MS = 15_000;
const READING = 'document.querySelector("main").innerText';

/** Loudly: a green run without these scenarios must not be taken for one with them. */
export function notPlayed(name: string, why: string): void {
  console.warn(`\n*** The scenarios of ${name} were NOT played: ${why}\n`);
  describe(name, () => {
    it.skipIf(why !== '')(`plays its scenarios (${why})`, () => undefined);
  });
}

/** As a finger does it: the page notices the hold by itself, asks, and leaves by the address the window listens for. */
async function holdCornerAndConfirm(kiosk: RunningKiosk): Promise<void> {
  await until(
    'the dashboard',
    BACK_MS,
    () => kiosk.evaluate('document.querySelector("main") !== null') as Promise<boolean>,
  );
  const finger = (event: string) =>
    kiosk.evaluate(
      `void document.body.dispatchEvent(new PointerEvent('${event}', { bubbles: true, clientX: innerWidth - 20, clientY: 20 }))`,
    );
  await finger('pointerdown');
  await wait(3_000);
  await finger('pointerup'); // too short: nothing is asked
  await wait(3_000);
  expect(await kiosk.evaluate('document.querySelector("dialog[open]")')).toBeNull();
  await finger('pointerdown');
  await until(
    'the question',
    8_000,
    () => kiosk.evaluate('document.querySelector("dialog[open]") !== null') as Promise<boolean>,
  );
  await kiosk.evaluate('void document.querySelector("dialog a").click()');
}

/** What the wall has to survive, told once and played on every kind of bench. */
export function kioskScenarios(name: string, openBench: () => Promise<Bench>): void {
  describe(name, () => {
    let bench: Bench;
    let port: number;
    const running: RunningKiosk[] = [];
    const start = async (options: Partial<StartOptions> = {}) => {
      const kiosk = await bench.start({ port, ...options });
      running.push(kiosk);
      return kiosk;
    };
    const wall = (kiosk: RunningKiosk, limitMs = BACK_MS) =>
      until(`a picture of the wall; the program said: ${kiosk.said()}`, limitMs, async () => {
        const origin = await kiosk.evaluate('location.origin');
        return origin === `http://127.0.0.1:${port}` && isPainted(kiosk.picture()) && kiosk.picture();
      });
    beforeAll(async () => {
      bench = await openBench();
    });
    afterAll(() => bench.close());
    afterEach(async () => {
      for (const kiosk of running.splice(0)) await kiosk.dispose();
    });
    const onFreePort = async () => {
      port = await freePort();
    };

    it('boots to a picture of the wall, on the loopback and marked as the kiosk', async () => {
      await onFreePort();
      const kiosk = await start();
      await wall(kiosk);
      await until('a temperature', BACK_MS, async () => /\d\.\d/.test(String(await kiosk.evaluate(READING))));
      const picture = await wall(kiosk);
      keepPicture(`wall-${picture.width}x${picture.height}`, picture);
      expect(await kiosk.evaluate('new URLSearchParams(location.search).get("kiosk")')).toBe('1');
      expect(await kiosk.evaluate('typeof require + typeof process')).toBe('undefinedundefined');
      // Number 7 of Electron's security checklist; the others stand in tests/main/kiosk/security.test.ts.
      const policy = (await fetch(`http://127.0.0.1:${port}/`)).headers.get('content-security-policy');
      expect(policy).toMatch(/(default|script)-src 'self'/);
      expect(policy).not.toMatch(/unsafe-(eval|inline)/);
    });

    it('brings the picture and its view back when the page is killed', async () => {
      await onFreePort();
      const kiosk = await start();
      await wall(kiosk);
      await kiosk.evaluate('void (location.hash = "#/history")');
      await until('the view', 5_000, async () => String(await kiosk.evaluate('location.hash')).startsWith('#/history'));
      await kiosk.evaluate('void (window.old = true)');
      await kiosk.killPage();
      await until('a new page', BACK_MS, async () => (await kiosk.evaluate('window.old !== true')) === true);
      await wall(kiosk);
      expect(await kiosk.evaluate('location.hash')).toMatch(/^#\/history(\?|$)/);
    });

    it('brings the picture back when the page hangs and nobody touches it', async () => {
      await onFreePort();
      const kiosk = await start();
      await wall(kiosk);
      await kiosk.evaluate('void setTimeout(() => { for (;;); }, 100)');
      await until('the page to hang', 10_000, async () => {
        const silent = wait(1_000, true as const);
        return Promise.race([silent, kiosk.evaluate('false') as Promise<false>]);
      });
      await wall(kiosk, 60_000);
    });

    it('explains itself while the station cannot start, and recovers when it can', async () => {
      await onFreePort();
      const squatter = createServer().listen(port, '127.0.0.1');
      await once(squatter, 'listening');
      const kiosk = await start();
      const text = await until('the waiting page', BACK_MS, async () => {
        const shown = String(await kiosk.evaluate('document.body.innerText'));
        return shown.includes('getting ready') && shown.includes('next try') && shown;
      });
      expect(text).toContain(String(port));
      keepPicture('waiting', await until('its picture', BACK_MS, () => isPainted(kiosk.picture()) && kiosk.picture()));
      squatter.close();
      await wall(kiosk, 30_000);
    });

    it('shows what is wrong with the settings, and recovers when they are mended', async () => {
      await onFreePort();
      const kiosk = await start({ settings: 'site: { altitude_m: very high }' });
      await until('the reason', BACK_MS, async () =>
        String(await kiosk.evaluate('document.body.innerText')).includes('site.altitude_m'),
      );
      kiosk.writeSettings('site: { altitude_m: 12 }');
      await wall(kiosk, 30_000);
    });

    it('says on the wall that the data folder cannot be used', async () => {
      await onFreePort();
      const kiosk = await start({ dataDir: '/dev/null/weather' });
      await until('the reason', BACK_MS, async () =>
        String(await kiosk.evaluate('document.body.innerText')).includes('/dev/null/weather'),
      );
      kiosk.signal('SIGTERM');
      expect(await kiosk.exit).toBe(0);
    });

    it('refuses to leave the dashboard', async () => {
      await onFreePort();
      const kiosk = await start();
      await wall(kiosk);
      const stays = async (expression: string) => {
        await kiosk.evaluate(`void (window.mark = 1, ${expression})`);
        await wait(700);
        expect(await kiosk.evaluate('[window.mark, location.pathname, location.port].join()')).toBe(`1,/,${port}`);
      };
      await stays('location.href = "http://127.0.0.1:9/elsewhere"');
      await stays('location.href = "/api/status"');
      await stays('location.href = "data:text/html,hello"');
      await stays('window.open("/", "_blank")');
    });

    it('is one: a second start leaves at once and the first comes to the front', async () => {
      await onFreePort();
      const first = await start();
      await wall(first);
      const second = await start({ dataDir: first.dataDir });
      expect(await second.exit).toBe(0);
      expect(second.said()).toContain('running already');
      await wall(first);
    });

    it.each<[string, (kiosk: RunningKiosk) => Promise<unknown>]>([
      ['Ctrl+Q, held down', async (kiosk) => Promise.all([1, 2, 3].map(() => kiosk.pressCtrlQ()))],
      ['a corner held for five seconds and a yes', holdCornerAndConfirm],
      ['SIGTERM', async (kiosk) => kiosk.signal('SIGTERM')],
      ['SIGINT', async (kiosk) => kiosk.signal('SIGINT')],
    ])('ends in order with %s', async (_way, end) => {
      await onFreePort();
      const kiosk = await start();
      await wall(kiosk);
      await end(kiosk);
      expect(await kiosk.exit).toBe(0);
      await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
    });

    it('draws in software from the next start on when the graphics process dies twice', async () => {
      await onFreePort();
      const kiosk = await start();
      await wall(kiosk);
      await kiosk.killGraphics();
      await until('the first death to be seen', BACK_MS, () => kiosk.said().includes('graphics process died'));
      await wall(kiosk);
      await kiosk.killGraphics();
      expect(await kiosk.exit).toBe(75);
      const again = await start({ dataDir: kiosk.dataDir });
      await wall(again);
      expect(again.said()).toContain('drawing in software');
    });
  });
}
