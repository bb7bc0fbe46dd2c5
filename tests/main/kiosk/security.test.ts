import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session, WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { guardContents, guardSession } from '../../../src/main/kiosk/guards.ts';
import { windowOptions } from '../../../src/main/kiosk/window.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|tsx)$/.test(name))
  .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
  .join('\n');
const options = {
  display: 0,
  zoom: 1,
  layout: 'auto' as const,
  hide_cursor: true,
  nightly_reload: null,
  memory_limit_mb: 600,
  language: 'en' as const,
};
const preferences = windowOptions(options, { x: 0, y: 0, width: 800, height: 480 }).webPreferences!;

class FakeContents extends EventEmitter {
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  setWindowOpenHandler(handler: typeof this.openHandler): void {
    this.openHandler = handler;
  }
}
function guarded() {
  const contents = new FakeContents();
  let quits = 0;
  guardContents(
    contents as unknown as WebContents,
    () => 'http://127.0.0.1:8000',
    () => quits++,
  );
  /** Whether the guards stopped what `event` announces. */
  const stops = (event: string, details: object = {}, ...more: unknown[]) => {
    let stopped = false;
    contents.emit(event, { ...details, preventDefault: () => (stopped = true) }, ...more);
    return stopped;
  };
  return { contents, stops, quits: () => quits };
}

class FakeSession extends EventEmitter {
  request: (contents: unknown, permission: string, answer: (granted: boolean) => void) => void = () => undefined;
  check: () => boolean = () => true;
  device: () => boolean = () => true;
  setPermissionRequestHandler = (handler: typeof this.request) => (this.request = handler);
  setPermissionCheckHandler = (handler: typeof this.check) => (this.check = handler);
  setDevicePermissionHandler = (handler: typeof this.device) => (this.device = handler);
}

/** Numbered as in Electron's security checklist. Number 7, the content security policy, is asked of the running server. */
describe("Electron's security checklist", () => {
  it('1: the window loads nothing but our own server on the loopback', () => {
    expect(sources.match(/\.loadFile\(|loadURL\(/g)).toEqual(['loadURL(']); // one place, fed by wallUrl and waitingPage
  });
  it('2: no Node in the page', () => {
    expect(preferences).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
    });
  });
  it('3: context isolation', () => expect(preferences.contextIsolation).toBe(true));
  it('4: the sandbox stays on, and we never switch it off', () => {
    expect(preferences.sandbox).toBe(true);
    expect(sources).not.toMatch(/appendSwitch\(\s*['"](no-sandbox|disable-setuid-sandbox|disable-gpu-sandbox)/);
    const deployed = ['electron-builder.yml', 'package.json'].map((name) => readFileSync(join(ROOT, name), 'utf8'));
    const deploy = readdirSync(join(ROOT, 'deploy'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect([...deployed, ...deploy].join('\n')).not.toContain('--no-sandbox');
  });
  it('5: every permission is denied', () => {
    const session = new FakeSession();
    guardSession(session as unknown as Session);
    const answers = ['media', 'geolocation', 'notifications', 'midi', 'openExternal', 'fullscreen', 'serial'].map(
      (permission) => {
        let granted: boolean | null = null;
        session.request(null, permission, (answer) => {
          granted = answer;
        });
        return granted;
      },
    );
    expect(new Set([...answers, session.check(), session.device()])).toEqual(new Set([false]));
    let stopped = false;
    session.emit('will-download', { preventDefault: () => (stopped = true) });
    expect(stopped).toBe(true);
  });
  it('6: web security stays on', () => expect(preferences.webSecurity).toBe(true));
  it('8: no insecure content', () => expect(preferences.allowRunningInsecureContent).toBe(false));
  it('9, 10: no experiments', () => {
    expect(preferences.experimentalFeatures).toBe(false);
    expect(preferences.enableBlinkFeatures).toBeUndefined();
  });
  it('11, 12: webviews are off and refused', () => {
    expect(preferences.webviewTag).toBe(false);
    expect(guarded().stops('will-attach-webview')).toBe(true);
  });
  it('13: navigation, redirects and frames are refused', () => {
    const { stops, quits } = guarded();
    const elsewhere = { url: 'https://elsewhere.example/', isMainFrame: true };
    expect(stops('will-navigate', elsewhere)).toBe(true);
    expect(stops('will-redirect', elsewhere)).toBe(true);
    expect(stops('will-frame-navigate', { ...elsewhere, isMainFrame: false })).toBe(true);
    expect(stops('will-redirect', { url: 'http://127.0.0.1:8000/kiosk/quit' })).toBe(true);
    expect(quits()).toBe(0);
    expect(stops('will-navigate', { url: 'http://127.0.0.1:8000/?kiosk=1' })).toBe(false);
    expect(stops('will-navigate', { url: 'http://127.0.0.1:8000/kiosk/quit' })).toBe(true);
    expect(quits()).toBe(1);
  });
  it('14: new windows are refused', () => {
    expect(guarded().contents.openHandler({ url: 'http://127.0.0.1:8000/' })).toEqual({ action: 'deny' });
  });
  it('15: nothing is handed to the desktop', () =>
    expect(sources).not.toMatch(/\bshell\b.*from 'electron'|openExternal\(/));
  it('16: the Electron release is named in full by the lock file', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    expect(Number(lock.packages['node_modules/electron'].version.split('.')[0])).toBeGreaterThanOrEqual(45);
  });
  it('17, 20: no IPC, no preload, no bridge', () => {
    expect(preferences.preload).toBeUndefined();
    expect(sources).not.toMatch(/\bipc(Main|Renderer)\b|contextBridge|preload:/);
  });
  it('18: no file addresses', () => expect(sources).not.toMatch(/['"`]file:\/\//));
  it('19: the fuses are set', () => {
    const { electronFuses } = parse(readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8'));
    expect(electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });
});
