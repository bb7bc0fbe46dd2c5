/**
 * A stand-in for Electron's main-process module, for machines where the real program cannot be had: as much of it as our kiosk
 * uses, on a real Chromium window. The built main bundle runs on it unchanged (register.ts). It is a test bench, not a mock:
 * pages load, paint, crash and navigate for real; what Electron would tell, the DevTools protocol tells here.
 */
import { EventEmitter } from 'node:events';
import { App } from './app.ts';
import { StandInWindow, session, windows } from './window.ts';

export const app = new App(windows);
export { session };
export class BrowserWindow extends StandInWindow {
  constructor(options: ConstructorParameters<typeof StandInWindow>[1]) {
    super(app, options);
  }
}

export const Menu = { setApplicationMenu: (menu: unknown) => app.note('Menu.setApplicationMenu', menu) };
export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = {
  start(type: string): number {
    app.note('powerSaveBlocker.start', type);
    return 1;
  },
};

const [width, height] = (process.env['STAND_IN_SCREEN'] ?? '800x480').split('x').map(Number);
const display = { id: 1, bounds: { x: 0, y: 0, width: width!, height: height! } };
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
});
