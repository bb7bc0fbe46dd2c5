import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesOf } from '../support/electron-stand-in/chromium.ts';
import { DevTools } from '../support/electron-stand-in/devtools.ts';
import type { Stall } from '../support/electron-stand-in/stall-meter.ts';
import { Screen } from '../support/electron-stand-in/xvfb.ts';
import { type Bench, ROOT, type RunningKiosk, SEEN_MS, type StartOptions, until, writeSettings } from './driver.ts';

interface Call {
  call: string;
  args: unknown[];
}

/** The kiosk on the stand-in, with what the stand-in knows beyond the common driver. */
export interface StandInKiosk extends RunningKiosk {
  calls(name: string): unknown[][];
  /** Longest stall of the main thread since the last time asked; the first answer is none. */
  stall(): Promise<Stall>;
}

interface StandInBench extends Bench {
  start(options: StartOptions): Promise<StandInKiosk>;
}

/** `KIOSK_BUNDLE` tries another build, such as the one inside a packed app. */
export const BUNDLE = process.env['KIOSK_BUNDLE'] ?? join(ROOT, 'dist', 'main', 'electron.js');

export async function standInBench(width = 800, height = 480, bundle = BUNDLE): Promise<StandInBench> {
  const screen = await Screen.open(width, height);
  return {
    close: () => screen.close(),
    start: (options) => startStandIn(screen, width, height, bundle, options),
  };
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it took its end from its parent's
  }
}

async function startStandIn(
  screen: Screen,
  width: number,
  height: number,
  bundle: string,
  { port, dataDir: given, args = [], settings }: StartOptions,
): Promise<StandInKiosk> {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-'));
  if (settings !== undefined) writeSettings(folder, settings);
  const dataDir = given ?? join(folder, 'data');
  const register = join(ROOT, 'tests', 'support', 'electron-stand-in', 'register.ts');
  const env = { ...process.env, DISPLAY: screen.display, STAND_IN_DIR: folder, STAND_IN_SCREEN: `${width}x${height}` };
  const own = ['--data', dataDir, '--port', String(port), '--host', '127.0.0.1', '--source', 'simulator'];
  const child = spawn(process.execPath, ['--import', register, bundle, ...own, ...args], {
    env: { ...env, XDG_CONFIG_HOME: folder, WEATHERGLASS_SUPERVISED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const exit = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));

  const calls = (name: string): unknown[][] => {
    const file = join(folder, 'calls.ndjson');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines
      .map((line) => JSON.parse(line) as Call)
      .filter((call) => call.call === name)
      .map((call) => call.args);
  };
  const profile = join(dataDir, 'kiosk');
  const attach = async () => {
    const url = await until('the window', SEEN_MS, () => (calls('debug-url')[0]?.[0] as string | undefined) ?? false);
    const devtools = await DevTools.connect(url);
    const { targetInfos } = await devtools.send('Target.getTargets');
    const { targetId } = (targetInfos as { type: string; targetId: string }[]).find(({ type }) => type === 'page')!;
    const sessionId = String((await devtools.send('Target.attachToTarget', { targetId, flatten: true }))['sessionId']);
    devtools.on((method, _params, from) => {
      if (method === 'Inspector.targetCrashed' && from === sessionId)
        devtools.forget(sessionId, 'the page has crashed');
    });
    await devtools.send('Inspector.enable', {}, sessionId);
    return { devtools, sessionId };
  };
  let page: ReturnType<typeof attach> | null = null;
  const attached = () => {
    page ??= attach().catch((error: unknown) => {
      page = null;
      throw error;
    });
    return page;
  };
  const ask = async (method: string, params: Record<string, unknown>) => {
    const { devtools, sessionId } = await attached();
    const late = setTimeout(() => devtools.forget(sessionId, 'the page does not answer'), SEEN_MS);
    return devtools.send(method, params, sessionId).finally(() => clearTimeout(late));
  };
  const evaluate = async (expression: string, more: object = {}) => {
    const params = { expression, awaitPromise: true, returnByValue: true, ...more };
    const { result } = await ask('Runtime.evaluate', params);
    return (result as { value?: unknown }).value;
  };
  const kill = (type?: string) => {
    for (const pid of processesOf(profile, type)) killIfAlive(pid);
  };

  return {
    dataDir,
    exit,
    writeSettings: (text) => writeSettings(folder, text),
    calls,
    said: () => said,
    picture: () => screen.picture(),
    evaluate: (expression) => evaluate(expression),
    async refused(expression) {
      const before = calls('refused').length;
      await evaluate(`void (${expression})`, { userGesture: true }); // without one Chromium itself opens no window, and nobody is asked
      await until('the refusal', SEEN_MS, () => calls('refused').length > before);
    },
    async pressCtrlQ() {
      await ask('Input.dispatchKeyEvent', { type: 'keyDown', key: 'q', code: 'KeyQ', modifiers: 2 });
    },
    killPage: async () => kill('renderer'),
    async killGraphics() {
      const met = () => calls('graphics-process').at(-1)?.[0] as number | undefined;
      const alive = () => processesOf(profile, 'gpu-process').find((pid) => pid === met()) ?? false;
      killIfAlive(await until('a graphics process that the window knows', SEEN_MS, alive));
    },
    signal: (name) => void child.kill(name),
    async letPass() {
      const before = calls('passed').length;
      child.kill('SIGURG');
      await until('the time to pass', SEEN_MS, () => calls('passed').length > before);
    },
    async stall() {
      const before = calls('stall').length;
      child.kill('SIGUSR2');
      return until('the stall', SEEN_MS, () => (calls('stall')[before]?.[0] as Stall | undefined) ?? false);
    },
    async dispose() {
      void page?.then(
        ({ devtools }) => devtools.close(),
        () => undefined, // no window ever came
      );
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), 8_000);
      await exit;
      clearTimeout(forced);
      kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
