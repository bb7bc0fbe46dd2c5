import { join } from 'node:path';
import { app, BrowserWindow, Menu, powerMonitor, powerSaveBlocker, screen, session } from 'electron';
import { makeFolder } from '../base/make-folder.ts';
import { messageOf } from '../base/system-error.ts';
import { sentence } from '../words/sentence.ts';
import { systemClock as clock } from './clock.ts';
import { EXIT } from './command.ts';
import { installCrashReports } from './ending/crash-report.ts';
import { leave } from './ending/leaving.ts';
import { onStopSignal } from './ending/stop-signals.ts';
import { type BootSettings, bootSettings, startForKiosk } from './kiosk/boot.ts';
import { guardContents, guardSession } from './kiosk/guards.ts';
import { Kiosk } from './kiosk/kiosk.ts';
import { rememberSoftwareMode, softwareMode, softwareModePlaces } from './kiosk/software-mode.ts';
import { watchPage } from './kiosk/watch.ts';
import { chosenDisplay, windowOptions } from './kiosk/window.ts';
import type { LastingService } from './lasting-service.ts';
import { SUPERVISED } from './launch.ts';
import { outliveReaders } from './log.ts';
import { untilUp } from './until-up.ts';
import { StoppedFirst } from './user-error.ts';

/** Electron's arguments begin with the program, and with the app's folder where it is not packed. */
const args = process.argv.slice(app.isPackaged ? 1 : 2);
const stopping = new AbortController();
/** Station behind the window; null where the program stopped before it started. */
let station: Promise<LastingService | null> = Promise.resolve(null);

boot();

/** No top-level await in this file: Electron becomes ready only after its entry has been evaluated. */
function boot(): void {
  outliveReaders();
  const quit = setupStop();
  const settings = bootSettings(args, process.env);
  if (!setupSingleInstance(settings)) return;
  const software = setupChromium(settings);
  const facts = { version: app.getVersion(), mode: 'kiosk' };
  installCrashReports(settings.dataDir, facts, clock, stop, exit);
  void app.whenReady().then(() => {
    guardSession(session.defaultSession);
    const kiosk = setupWindow(settings, quit, software, () => restartInSoftware(settings));
    setupStation(settings, kiosk);
    powerSaveBlocker.start('prevent-display-sleep');
    powerMonitor.on('shutdown', quit);
  });
}

/** Single-instance lock: a second start brings the first window to the front. */
function setupSingleInstance({ dataDir, log }: BootSettings): boolean {
  try {
    makeFolder(dataDir);
    app.setPath('userData', join(dataDir, 'kiosk')); // Chromium's profile, and with it the lock
  } catch (error) {
    log.warn(`the window keeps its profile elsewhere: ${String(error)}`); // the station says on the wall what to do about it
  }
  if (app.requestSingleInstanceLock()) return true;
  process.stderr.write('weatherglass is running already; its window has been brought to the front.\n');
  app.exit(0);
  return false;
}

/** Switches count only before Electron is ready. Answers whether the graphics chip is left alone. */
function setupChromium({ dataDir, log }: BootSettings): boolean {
  const software = softwareMode(softwareModePlaces(dataDir, process.env), clock.nowS());
  if (software) {
    log.warn('the graphics chip failed twice within ten minutes: drawing in software for a week');
    app.disableHardwareAcceleration();
  }
  app.commandLine.appendSwitch('password-store', 'basic'); // no keyring, no dialog that asks to unlock it
  app.commandLine.appendSwitch('disable-pinch');
  app.commandLine.appendSwitch('overscroll-history-navigation', '0');
  if (app.commandLine.hasSwitch('no-sandbox'))
    log.warn('started with --no-sandbox: a fault in the page could reach the whole system; start without it');
  Menu.setApplicationMenu(null); // and with it every accelerator that closes, zooms or reloads
  return software;
}

/** Also ends a start that is under way. */
async function stop(): Promise<void> {
  stopping.abort();
  await (await station)?.stop();
}

function exit(code: number): void {
  void leave(code, (status) => app.exit(status));
}

/** Shutdown for every cause (signal, key, finger, session): save the station, then exit. */
function setupStop(): () => void {
  const ask = onStopSignal(stop, exit);
  const quit = () => {
    if (!stopping.signal.aborted) ask(); // a key that repeats is no second order
  };
  app.on('before-quit', (event) => {
    event.preventDefault(); // Chromium would close the window at once and leave the station unsaved
    quit();
  });
  return quit;
}

function setupWindow({ options, log }: BootSettings, quit: () => void, software: boolean, restart: () => void): Kiosk {
  const bounds = () => chosenDisplay(options.display, screen.getAllDisplays(), screen.getPrimaryDisplay()).bounds;
  app.on('web-contents-created', (_event, contents) => guardContents(contents, () => kiosk?.origin ?? null, quit));
  let kiosk: Kiosk | null = null;
  const window = new BrowserWindow(windowOptions(options, bounds()));
  kiosk = new Kiosk({
    window,
    options,
    clock,
    log,
    signal: stopping.signal,
    software,
    restartInSoftware: restart,
    memoryMb,
  });
  watchPage(kiosk, options, clock, stopping.signal);
  app.on('second-instance', () => {
    window.show();
    window.focus();
  });
  app.on('child-process-gone', (_event, details) => {
    if (details.type === 'GPU' && details.reason !== 'clean-exit')
      kiosk.tell({ kind: 'gpu-died', reason: details.reason });
  });
  for (const change of ['display-added', 'display-removed', 'display-metrics-changed'] as const)
    screen.on(change as 'display-added', () => window.setBounds(bounds()));
  return kiosk;
}

/** Starts the station until it starts, for as long as the wall hangs. A setting mended in the meantime counts at the next try. */
function setupStation({ log }: BootSettings, kiosk: Kiosk): void {
  const start = () => startForKiosk(args, process.env, log, stopping);
  station = untilUp(start, { clock, signal: stopping.signal }, (error, seconds) => {
    const reason = messageOf(error);
    if (error instanceof StoppedFirst) return log.info(reason);
    log.error(`the station did not start: ${reason}`);
    kiosk.tell({ kind: 'service-down', reason: sentence('waiting.next-try', { reason, seconds }) });
  });
  void station.then((service) => {
    if (service === null || stopping.signal.aborted) return;
    process.stdout.write(`weatherglass ready ${service.url}\n`);
    kiosk.tell({ kind: 'service-up', url: service.url });
  });
}

const memoryMb = (pid: number): number | null => {
  const process = app.getAppMetrics().find((metric) => metric.pid === pid);
  return process === undefined ? null : process.memory.workingSetSize / 1024;
};

/** Restarts with software rendering: by exit code for a supervisor, by itself where there is none, as an AppImage opened by hand. */
function restartInSoftware({ dataDir, log }: BootSettings): void {
  if (!rememberSoftwareMode(softwareModePlaces(dataDir, process.env), clock.nowS())) {
    log.warn('the graphics chip failed twice, and no folder takes a note of it: the window goes on without a restart');
    return;
  }
  void stop().finally(() => {
    if (process.env[SUPERVISED]) return app.exit(EXIT.restart);
    app.relaunch({ execPath: process.env['APPIMAGE'] ?? process.execPath, args: process.argv.slice(1) });
    app.exit(0);
  });
}
