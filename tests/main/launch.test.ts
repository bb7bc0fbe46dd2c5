import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decideLaunch, findElectron, type LaunchFacts, runKiosk } from '../../src/main/launch.ts';

const good: LaunchFacts = {
  platform: 'linux',
  display: ':0',
  electronPath: '/app/electron',
  chromiumPath: null,
  isRoot: false,
  noSandbox: false,
  sandboxObstacle: null,
};

describe('a start', () => {
  it('opens the window where everything is there', () => {
    expect(decideLaunch(good)).toEqual({ mode: 'kiosk', electronPath: '/app/electron' });
  });
  it.each<[string, Partial<LaunchFacts>, string]>([
    ['without a display', { display: null }, 'there is no display'],
    ['without the Electron program', { electronPath: null }, 'npm run kiosk:setup'],
    ['as root', { isRoot: true }, 'must not run as root'],
    ['where the sandbox is denied', { sandboxObstacle: 'no namespaces' }, 'no namespaces'],
  ])('%s serves headless and says why', (_name, facts, reason) => {
    const decision = decideLaunch({ ...good, ...facts });
    expect(decision.mode).toBe('headless');
    expect(decision).toHaveProperty('reason', expect.stringContaining(reason));
  });
  it('opens a Chromium where Electron is missing, and none as root', () => {
    const facts = { ...good, electronPath: null, chromiumPath: '/usr/bin/chromium' };
    expect(decideLaunch(facts)).toEqual({ mode: 'browser', chromiumPath: '/usr/bin/chromium' });
    expect(decideLaunch({ ...facts, isRoot: true }).mode).toBe('headless');
    expect(decideLaunch({ ...facts, display: null }).mode).toBe('headless');
  });
  it('as root opens the window only for an owner who insists', () => {
    expect(decideLaunch({ ...good, isRoot: true, noSandbox: true }).mode).toBe('kiosk');
  });
});

describe('on this machine', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'launch-'));
    mkdirSync(join(root, 'node_modules/electron/dist'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const program = (text: string) => {
    const path = join(root, 'node_modules/electron/dist/electron');
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  };

  it('Electron is found where npm puts it, and its package is not asked', () => {
    expect(findElectron(root, {})).toBeNull();
    const path = program('exit 0');
    expect(findElectron(root, {})).toBe(path);
  });

  it('the window is given the app and its arguments, and its exit code is handed on', async () => {
    const path = program(`echo "$@" > ${root}/seen; exit 7`);
    expect(await runKiosk(path, '/the/app', ['--port', '0'])).toBe(7);
    expect(readFileSync(join(root, 'seen'), 'utf8')).toBe('/the/app --port 0\n');
  });

  it('the window leads its own process group, so that the terminal reaches it through us alone', async () => {
    const path = program(`cut -d' ' -f5 /proc/$$/stat > ${root}/group; echo $$ > ${root}/own`);
    await runKiosk(path, '/the/app', []);
    const said = (name: string) => readFileSync(join(root, name), 'utf8').trim();
    expect(said('group')).toBe(said('own'));
  });

  it('a window that asks to be started again is', async () => {
    const path = program(`if [ -e ${root}/once ]; then exit 0; fi; touch ${root}/once; exit 75`);
    expect(await runKiosk(path, '/the/app', [])).toBe(0);
  });

  it('a signal for the starter ends the window in order', async () => {
    const path = program(`trap 'touch ${root}/asked; exit 0' TERM; touch ${root}/up; while :; do sleep 0.05; done`);
    const ended = runKiosk(path, '/the/app', []);
    while (!existsSync(join(root, 'up'))) await new Promise((resolve) => setTimeout(resolve, 20));
    process.emit('SIGTERM', 'SIGTERM');
    expect(await ended).toBe(0);
    expect(existsSync(join(root, 'asked'))).toBe(true);
  });

  it('a signal that ends a window before it has a handler is a stop in order, with a word', async () => {
    const path = program(`touch ${root}/up; exec sleep 60`);
    const ended = runKiosk(path, '/the/app', []);
    while (!existsSync(join(root, 'up'))) await new Promise((resolve) => setTimeout(resolve, 20));
    process.emit('SIGTERM', 'SIGTERM');
    await expect(ended).rejects.toThrow('Stopped as asked');
  });
});
