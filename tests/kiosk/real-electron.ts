import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { _electron } from 'playwright-core';
import { processesOf } from '../support/electron-stand-in/chromium.ts';
import { Screen } from '../support/electron-stand-in/xvfb.ts';
import { type Bench, ROOT, type RunningKiosk, type StartOptions, writeSettings } from './driver.ts';

/** The same bench around the real program, driven through Playwright. Everything is asked in its main process, which outlives pages. */
export async function electronBench(electronPath: string, width = 800, height = 480): Promise<Bench> {
  const screen = await Screen.open(width, height);
  return { close: () => screen.close(), start: (options) => startElectron(electronPath, screen, options) };
}

async function startElectron(
  electronPath: string,
  screen: Screen,
  { port, dataDir: given, args = [], settings }: StartOptions,
): Promise<RunningKiosk> {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-'));
  if (settings !== undefined) writeSettings(folder, settings);
  const dataDir = given ?? join(folder, 'data');
  const own = ['--data', dataDir, '--port', String(port), '--host', '127.0.0.1', '--source', 'simulator'];
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []; // the bench's own business
  const app = await _electron.launch({
    executablePath: electronPath,
    args: [ROOT, ...own, ...root, ...args],
    env: {
      ...process.env,
      DISPLAY: screen.display,
      XDG_CONFIG_HOME: folder,
      WEATHERGLASS_SUPERVISED: '1',
    } as Record<string, string>,
  });
  const child = app.process();
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
  const exit = new Promise<number>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once('close', (code) => resolve(code ?? -1)); // behind `exit`: by now it has said all
  });
  const profile = join(dataDir, 'kiosk');
  return {
    dataDir,
    exit,
    writeSettings: (text) => writeSettings(folder, text),
    said: () => said,
    picture: () => screen.picture(),
    evaluate: (expression) =>
      app.evaluate(
        ({ BrowserWindow }, script) => BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(script, true),
        `(async () => (${expression}))()`,
      ),
    refused: (expression) =>
      app.evaluate(async ({ BrowserWindow }, script) => {
        const { webContents } = BrowserWindow.getAllWindows()[0]!;
        const navigation = new Promise<void>((resolve) => {
          webContents.once('will-navigate', (event) => event.defaultPrevented && resolve());
        });
        // A window that may not be opened is null in the page, and no navigation.
        const window = webContents
          .executeJavaScript(script, true)
          .then((got) => (got === null ? undefined : navigation));
        await Promise.race([navigation, window]);
      }, expression),
    pressCtrlQ: () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.webContents.sendInputEvent({
          type: 'keyDown',
          keyCode: 'Q',
          modifiers: ['control'],
        }),
      ),
    async killPage() {
      process.kill(
        await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId()),
        'SIGKILL',
      );
    },
    async killGraphics() {
      for (const pid of processesOf(profile, 'gpu-process')) process.kill(pid, 'SIGKILL');
    },
    signal: (name) => void child.kill(name),
    letPass: () => wait(20_000),
    async dispose() {
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), 8_000);
      await exit;
      clearTimeout(forced);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
