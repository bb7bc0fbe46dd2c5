import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type { BrowserWindowConstructorOptions } from 'electron';
import type { App } from './app.ts';
import { type Browser, processesOf, startChromium } from './chromium.ts';
import { StandInContents } from './contents.ts';

export const windows: StandInWindow[] = [];

/** Records its handlers; Chromium denies the rest by itself, which is not what is proved here. */
class StandInSession extends EventEmitter {
  permissionRequest: ((contents: unknown, permission: string, answer: (granted: boolean) => void) => void) | null =
    null;
  setPermissionRequestHandler(handler: typeof this.permissionRequest): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(_handler: () => boolean): void {}
  setDevicePermissionHandler(_handler: () => boolean): void {}
}
export const session = { defaultSession: new StandInSession() };

export class StandInWindow extends EventEmitter {
  readonly webContents: StandInContents;
  readonly #app: App;
  readonly #browser: Promise<Browser>;
  #destroyed = false;

  constructor(app: App, options: BrowserWindowConstructorOptions) {
    super();
    this.#app = app;
    app.note('new BrowserWindow', options);
    const { x = 0, y = 0, width = 800, height = 480, backgroundColor = '#fff' } = options;
    const profile = app.getPath('userData');
    const ground = `data:text/html,<body style="background:${encodeURIComponent(backgroundColor)}">`;
    this.#browser = startChromium(profile, ground, [
      `--window-position=${x},${y}`,
      `--window-size=${width + 1},${height + 1}`, // without a window manager Chromium keeps a pixel for a border
      `--force-device-scale-factor=${options.webPreferences?.zoomFactor ?? 1}`,
      ...(app.commandLine.hasSwitch('stand-in-gpu') ? [] : ['--disable-gpu']),
    ]);
    this.webContents = new StandInContents(this, this.#browser, profile);
    this.webContents.on('stand-in-refused', (url) => app.note('refused', url));
    windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
    void this.#browser.then((browser) => {
      app.note('debug-url', browser.debugUrl);
      browser.process.once('exit', () => {
        if (!this.#destroyed) this.emit('closed');
        this.#destroyed = true;
      });
      this.#watchGraphics(profile);
    });
  }

  show = () => this.#app.note('window.show');
  focus = () => this.#app.note('window.focus');
  setBounds = (bounds: unknown) => this.#app.note('window.setBounds', bounds);
  isDestroyed = () => this.#destroyed;

  async shut(): Promise<void> {
    this.#destroyed = true;
    const { process: chromium } = await this.#browser;
    if (chromium.exitCode !== null || chromium.signalCode !== null) return;
    chromium.kill('SIGKILL');
    await new Promise((resolve) => chromium.once('exit', resolve));
  }

  /** Chromium restarts its graphics process by itself and tells nobody outside, so its process id is watched. */
  #watchGraphics(profile: string): void {
    let known: number | undefined;
    const meet = () => {
      [known] = processesOf(profile, 'gpu-process');
      if (known !== undefined) this.#app.note('graphics-process', known); // one that dies before it was met dies unseen
    };
    meet();
    const timer = setInterval(() => {
      if (known !== undefined && existsSync(`/proc/${known}`)) return;
      if (known !== undefined && !this.#destroyed)
        this.#app.emit('child-process-gone', {}, { type: 'GPU', reason: 'killed' });
      meet();
    }, 500);
    timer.unref();
  }
}
