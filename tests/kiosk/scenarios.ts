import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBare } from '../../src/station/store/sqlite/database.ts';
import type { Picture } from '../support/electron-stand-in/xvfb.ts';
import { freePort } from '../support/free-port.ts';
import { type Bench, isPainted, keepPicture, type RunningKiosk, SEEN_MS, type StartOptions, until } from './driver.ts';
import { holdCornerAndConfirm, holdCtrlQ } from './hands.ts';

const READING = 'document.querySelector("main").innerText';

/** Loudly: a green run without these scenarios must not be taken for one with them. */
export function notPlayed(name: string, why: string): void {
  console.warn(`\n*** The scenarios of ${name} were NOT played: ${why}\n`);
  describe(name, () => {
    it.skipIf(why !== '')(`plays its scenarios (${why})`, () => undefined);
  });
}

/** A wall of one story's own: a screen, a port, and what is started on them. */
interface Wall {
  port: number;
  start(options?: Partial<StartOptions>): Promise<RunningKiosk>;
  /** Starts another one, while the kiosk of the story stays what it is. */
  startBeside(options?: Partial<StartOptions>): Promise<RunningKiosk>;
  /** The kiosk of the story, as the scenario before left it. */
  kiosk(): RunningKiosk;
  /** A picture of the dashboard on it. */
  wall(kiosk: RunningKiosk, limitMs?: number): Promise<Picture>;
}

async function ownWall(bench: Bench, running: RunningKiosk[]): Promise<Wall> {
  const port = await freePort();
  let ofStory: RunningKiosk | null = null;
  const startBeside = async (options: Partial<StartOptions> = {}) => {
    const kiosk = await bench.start({ port, ...options });
    running.push(kiosk);
    return kiosk;
  };
  return {
    port,
    startBeside,
    start: async (options) => (ofStory = await startBeside(options)),
    kiosk() {
      if (ofStory === null) throw new Error('no kiosk: the scenario before this one failed');
      return ofStory;
    },
    wall: (kiosk, limitMs = SEEN_MS) =>
      until(`a picture of the wall; the program said: ${kiosk.said()}`, limitMs, async () => {
        const origin = await kiosk.evaluate('location.origin');
        return origin === `http://127.0.0.1:${port}` && isPainted(kiosk.picture()) && kiosk.picture();
      }),
  };
}

type Scenario = readonly [what: string, play: (wall: Wall) => Promise<void>];

const ends = (way: string, end: (kiosk: RunningKiosk) => Promise<unknown>): Scenario => [
  `ends in order with ${way}`,
  async ({ port, kiosk, wall }) => {
    await wall(kiosk());
    await end(kiosk());
    expect(await kiosk().exit).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
  },
];

/** Scenarios that the wall has to survive, told once and played on every kind of bench. */
export function kioskScenarios(name: string, openBench: () => Promise<Bench>): void {
  /** Scenarios of one kiosk, one after the other: a start costs four seconds of a core. Stories go beside each other, for most of it is waiting. */
  const story = (title: string, ...scenarios: Scenario[]) =>
    describe(title, { concurrent: true }, () => {
      const running: RunningKiosk[] = [];
      let bench: Bench;
      let own: Wall;
      beforeAll(async () => {
        bench = await openBench();
        own = await ownWall(bench, running);
      });
      afterAll(async () => {
        for (const kiosk of running) await kiosk.dispose();
        bench.close();
      });
      for (const [what, play] of scenarios) it(what, { concurrent: false }, () => play(own));
    });

  describe(name, () => {
    story(
      'a wall that hangs for months',
      [
        'boots to a picture of the wall, on the loopback and marked as the kiosk',
        async ({ port, start, wall }) => {
          const kiosk = await start();
          await wall(kiosk);
          await until('a temperature', SEEN_MS, async () => /\d\.\d/.test(String(await kiosk.evaluate(READING))));
          const picture = await wall(kiosk);
          keepPicture(`wall-${picture.width}x${picture.height}`, picture);
          expect(await kiosk.evaluate('new URLSearchParams(location.search).get("kiosk")')).toBe('1');
          expect(await kiosk.evaluate('typeof require + typeof process')).toBe('undefinedundefined');
          // Number 7 of Electron's security checklist; the others stand in tests/main/kiosk/security.test.ts.
          const policy = (await fetch(`http://127.0.0.1:${port}/`)).headers.get('content-security-policy');
          expect(policy).toMatch(/(default|script)-src 'self'/);
          expect(policy).not.toMatch(/unsafe-(eval|inline)/);
        },
      ],
      [
        'refuses to leave the dashboard',
        async ({ port, kiosk, wall }) => {
          const here = kiosk();
          await wall(here);
          await here.evaluate('void (window.mark = 1)');
          const stays = async (expression: string) => {
            await here.refused(expression);
            expect(await here.evaluate('[window.mark, location.pathname, location.port].join()')).toBe(`1,/,${port}`);
          };
          await stays('location.href = "http://127.0.0.1:9/elsewhere"');
          await stays('location.href = "/api/status"');
          await here.evaluate('void (location.href = "data:text/html,hello")'); // which Chromium itself refuses, and tells nobody
          await stays('window.open("/", "_blank")');
        },
      ],
      [
        'brings the picture and its view back when the page is killed',
        async ({ kiosk, wall }) => {
          const here = kiosk();
          await wall(here);
          await here.evaluate('void (location.hash = "#/history")');
          await until('the view', SEEN_MS, async () =>
            String(await here.evaluate('location.hash')).startsWith('#/history'),
          );
          await here.evaluate('void (window.old = true)');
          await here.killPage();
          await until('a new page', SEEN_MS, async () => (await here.evaluate('window.old !== true')) === true);
          await wall(here);
          expect(await here.evaluate('location.hash')).toMatch(/^#\/history(\?|$)/);
        },
      ],
      ends('Ctrl+Q, held down', holdCtrlQ),
    );

    story(
      'a station that cannot start yet',
      [
        'explains itself while the station cannot start, and recovers when it can',
        async ({ port, start, wall }) => {
          const squatter = createServer().listen(port, '127.0.0.1');
          await once(squatter, 'listening');
          const kiosk = await start();
          const text = await until('the waiting page', SEEN_MS, async () => {
            const shown = String(await kiosk.evaluate('document.body.innerText'));
            return shown.includes('getting ready') && shown.includes('next try') && shown;
          });
          expect(text).toContain(String(port));
          keepPicture(
            'waiting',
            await until('its picture', SEEN_MS, () => isPainted(kiosk.picture()) && kiosk.picture()),
          );
          squatter.close();
          await wall(kiosk);
        },
      ],
      [
        'brings the picture back when the page hangs and nobody touches it',
        async ({ kiosk, wall }) => {
          const here = kiosk();
          await wall(here);
          // A page that hangs before is given minutes.
          const loaded = 'performance.getEntriesByType("navigation")[0].loadEventEnd > 0';
          await until('the end of its load', SEEN_MS, () => here.evaluate(loaded) as Promise<boolean>);
          // A synchronous question for an answer without end: a loop would hold a core, too, for half a minute of everybody's.
          const hang = "const asked = new XMLHttpRequest(); asked.open('GET', '/api/stream', false); asked.send()";
          await here.evaluate(`void setTimeout(() => { ${hang} }, 100)`);
          await until('the page to hang', SEEN_MS, async () => {
            const silent = wait(1_000, true as const);
            return Promise.race([silent, here.evaluate('false') as Promise<false>]);
          });
          await here.letPass(); // until it is asked for a sign of life
          await here.letPass(); // and until that is missed
          await wall(here, 200_000);
        },
      ],
      ends('a corner held for five seconds and a yes', holdCornerAndConfirm),
    );

    story(
      'settings that are wrong',
      [
        'shows what is wrong with the settings, and recovers when they are mended',
        async ({ start, wall }) => {
          const kiosk = await start({ settings: 'site: { altitude_m: very high }' });
          await until('the reason', SEEN_MS, async () =>
            String(await kiosk.evaluate('document.body.innerText')).includes('site.altitude_m'),
          );
          kiosk.writeSettings('site: { altitude_m: 12 }');
          await wall(kiosk);
        },
      ],
      [
        'is one: a second start leaves at once and the first comes to the front',
        async ({ kiosk, startBeside, wall }) => {
          const first = kiosk();
          await wall(first);
          const second = await startBeside({ dataDir: first.dataDir });
          expect(await second.exit).toBe(0);
          expect(second.said()).toContain('running already');
          await wall(first);
        },
      ],
      ends('SIGTERM', async (kiosk) => kiosk.signal('SIGTERM')),
      [
        'ends in order while its start waits for another program that has locked the database',
        async ({ kiosk, start }) => {
          const { dataDir } = kiosk();
          const other = openBare(join(dataDir, 'weatherglass.db'));
          other.exec('BEGIN IMMEDIATE');
          const waiting = await start({ dataDir });
          await until('the lock to be told', SEEN_MS, () =>
            waiting.said().includes('Another program keeps the database'),
          );
          waiting.signal('SIGTERM');
          expect(await waiting.exit).toBe(0);
          expect(waiting.said()).toContain('Stopped as asked');
          other.close();
        },
      ],
    );

    story('a folder that is none', [
      'says on the wall that the data folder cannot be used',
      async ({ start }) => {
        const kiosk = await start({ dataDir: '/dev/null/weather' });
        await until('the reason', SEEN_MS, async () =>
          String(await kiosk.evaluate('document.body.innerText')).includes('/dev/null/weather'),
        );
        kiosk.signal('SIGTERM');
        expect(await kiosk.exit).toBe(0);
      },
    ]);

    story(
      'a graphics driver that dies',
      [
        'draws in software from the next start on when the graphics process dies twice',
        async ({ start, wall }) => {
          const kiosk = await start();
          await wall(kiosk);
          await kiosk.killGraphics();
          await until('the first death to be seen', SEEN_MS, () => kiosk.said().includes('graphics process died'));
          await wall(kiosk);
          await kiosk.killGraphics();
          expect(await kiosk.exit).toBe(75);
          const again = await start({ dataDir: kiosk.dataDir });
          await wall(again);
          expect(again.said()).toContain('drawing in software');
        },
      ],
      ends('SIGINT', async (kiosk) => kiosk.signal('SIGINT')),
    );
  });
}
