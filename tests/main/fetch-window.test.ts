import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { browserArguments, findChromium, openBrowserWindow } from '../../src/main/window/browser-window.ts';
import { type FetchParts, fetchWindow } from '../../src/main/window/fetch-window.ts';
import { FakeClock } from '../support/fake-clock.ts';

let root: string;
let heard: string;
const clock = new FakeClock();
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'weatherglass-window-'));
  mkdirSync(join(root, 'scripts'));
  heard = '';
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** In place of the download: what the real installer does, without a network. */
const installer = (program: string) =>
  writeFileSync(
    join(root, 'scripts/kiosk-setup.mjs'),
    `import { appendFileSync, writeFileSync } from 'node:fs';\nappendFileSync('tries', 'x');\n${program}\n`,
  );
/** The real setup, around this in place of Electron's installer. */
function realInstaller(program: string): void {
  const real = join(import.meta.dirname, '../..');
  for (const file of ['scripts/kiosk-setup.mjs', 'scripts/natives.mjs', 'scripts/root.mjs', 'package.json'])
    cpSync(join(real, file), join(root, file));
  mkdirSync(join(root, 'node_modules/electron'), { recursive: true });
  writeFileSync(join(root, 'node_modules/electron/install.js'), program);
}
const tries = () => (existsSync(join(root, 'tries')) ? readFileSync(join(root, 'tries'), 'utf8').length : 0);
const fetching = (more: Partial<FetchParts> = {}) =>
  fetchWindow({
    appRoot: root,
    env: {},
    clock,
    stderr: { write: (text) => (heard += text) },
    reachable: async () => true,
    hasBus: true,
    ...more,
  });

describe('the program of the window', () => {
  it('is fetched with its size told', async () => {
    installer("writeFileSync('electron', '');");
    expect(await fetching()).toBeNull();
    expect(existsSync(join(root, 'electron'))).toBe(true);
    expect(heard).toContain('120 MB');
  });
  it('is not asked for without a network, and what was tried is told', async () => {
    installer('');
    const asked: unknown[] = [];
    const reachable = async (...where: unknown[]) => {
      asked.push(where);
      return false;
    };
    const env = {
      npm_config_electron_mirror: 'http://mirror.lan:8080/electron/',
      npm_config_https_proxy: 'http://proxy.lan',
    };
    expect(await fetching({ reachable, env })).toContain('mirror.lan, from where it is fetched, cannot be reached');
    expect(asked).toEqual([['mirror.lan', 8080]]);
    expect(tries()).toBe(0);
    expect(await fetching()).toBeNull(); // and that is no failure to remember
  });
  it('is fetched through a proxy, of which Node’s fetch knows nothing by itself', async () => {
    const asked: unknown[] = [];
    const proxy = createServer().on('connect', ({ url }, socket) => {
      asked.push(url);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    realInstaller("fetch('https://electron.invalid/');");
    const env = { HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    expect(await fetching({ env, reachable: async () => false })).toContain('could not be fetched');
    expect(asked).toEqual(['electron.invalid:443']);
    proxy.close();
  });
  it('comes without the bus module where that cannot be built, and the start says so where a Sense HAT can be', async () => {
    realInstaller('');
    // Built for Node, and nothing is here that builds for Electron.
    const built = `i2c-bus/lib/binding/node-v${process.versions.modules}-linux-${process.arch}`;
    for (const folder of [built, 'nan', 'bindings', 'file-uri-to-path'])
      mkdirSync(join(root, 'node_modules', folder), { recursive: true });
    writeFileSync(join(root, 'node_modules', built, 'i2c.node'), '');
    expect(await fetching({ hasBus: false })).toBeNull();
    expect(heard).not.toContain('Sense HAT');
    expect(await fetching()).toBeNull();
    expect(heard).toMatch(
      /\nweatherglass: The window's station reads no Sense HAT: .*@electron\/rebuild.*; "npm run kiosk:setup" tries again\.\n$/,
    );
  });
  it('that could not be fetched is not tried at every start, but after a week', async () => {
    installer("process.stderr.write('RequestError: connect ECONNREFUSED'); process.exit(1);");
    expect(await fetching()).toContain('(ECONNREFUSED); "npm run kiosk:setup" tries again');
    expect(await fetching()).toContain('could not be fetched today');
    expect(tries()).toBe(1);
    clock.jumpWallS(8 * DAY_S);
    await fetching();
    expect(tries()).toBe(2);
  });
  it('that takes too long is given up, with whatever it had started', async () => {
    installer('setInterval(() => {}, 1000);');
    expect(await fetching({ longestMs: 300 })).toContain('given up after 0 s');
  });
  it('that is on its way ends with the program, whichever signal ends that, and is no failure to remember', async () => {
    installer('setInterval(() => {}, 1000);');
    const stop = new AbortController();
    const ended = fetching({ stop: stop.signal });
    while (tries() === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    await expect(ended).rejects.toThrow('Stopped as asked');
    installer('');
    expect(await fetching()).toBeNull();
  });
  it('is not fetched by a packed program, which has no scripts', async () => {
    expect(await fetching()).toBe('the Electron program is not installed');
  });
});

describe('a Chromium in its place', () => {
  it('is found on the PATH, where it can be run', () => {
    const [no, yes] = [join(root, 'no'), join(root, 'yes')];
    for (const folder of [no, yes]) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'chromium'), '#!/bin/sh\n');
    }
    chmodSync(join(yes, 'chromium'), 0o755);
    expect(findChromium({ PATH: no })).toBeNull();
    expect(findChromium({ PATH: `${no}:${yes}` })).toBe(join(yes, 'chromium'));
    expect(findChromium({})).toBeNull();
  });
  it('shows the dashboard as an app with a profile of its own, and is closed with the station', async () => {
    const program = join(root, 'chromium');
    writeFileSync(
      program,
      `#!/bin/sh\necho "$@" > ${root}/seen.new; mv ${root}/seen.new ${root}/seen; exec sleep 60\n`,
    );
    chmodSync(program, 0o755);
    const told: string[] = [];
    const close = openBrowserWindow(program, 'http://127.0.0.1:8000', join(root, 'profile'), (line) => told.push(line));
    while (!existsSync(join(root, 'seen'))) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(readFileSync(join(root, 'seen'), 'utf8').trim()).toBe(
      browserArguments('http://127.0.0.1:8000', join(root, 'profile')).join(' '),
    );
    expect(readFileSync(join(root, 'seen'), 'utf8')).toContain('--app=http://127.0.0.1:8000/?kiosk=1 ');
    close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    close(); // safe to ask twice
    expect(told).toEqual([]);
  });
});
