import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, describe, expect, it } from 'vitest';
import { Kiosk } from '../../../src/main/kiosk/kiosk.ts';
import { watchPage } from '../../../src/main/kiosk/watch.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const URL_OF_STATION = 'http://127.0.0.1:8000';

/** A window whose page answers or never does. As Electron has it, no question comes to a page that still loads. */
function windowOf(answers: boolean) {
  const loaded: string[] = [];
  let isLoading = true;
  const contents = Object.assign(new EventEmitter(), {
    async loadURL(url: string) {
      loaded.push(url);
      isLoading = true;
    },
    finishLoad() {
      isLoading = false;
      contents.emit('did-stop-loading');
      contents.emit('did-finish-load');
    },
    getURL: () => URL_OF_STATION,
    getOSProcessId: () => 1,
    async executeJavaScript() {
      if (isLoading) await new Promise((stopped) => contents.once('did-stop-loading', stopped));
      if (!answers) await new Promise(() => undefined);
    },
    insertCSS: async () => 'key',
    forcefullyCrashRenderer: () => contents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 }),
  });
  const window = Object.assign(new EventEmitter(), { webContents: contents, isDestroyed: () => false, show() {} });
  return { window: window as unknown as BrowserWindow, contents, loaded };
}

const ends: AbortController[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end.abort();
});

/** The station is up, and the page is on its way. */
function watchedKiosk(answers: boolean) {
  const { window, contents, loaded } = windowOf(answers);
  const clock = new FakeClock();
  const end = new AbortController();
  ends.push(end);
  const options = {
    display: 0,
    zoom: 1,
    layout: 'auto' as const,
    hide_cursor: true,
    nightly_reload: null,
    memory_limit_mb: 600,
    language: 'en' as const,
  };
  const notes: string[] = [];
  const kiosk = new Kiosk({
    window,
    options,
    clock,
    log: { warn: (text) => notes.push(text) },
    signal: end.signal,
    software: false,
    restartInSoftware: () => undefined,
    memoryMb: () => null,
  });
  watchPage(kiosk, options, clock, end.signal);
  kiosk.tell({ kind: 'service-up', url: URL_OF_STATION });
  return { clock, contents, loaded, notes };
}

describe('a page that hangs', () => {
  it.each([
    ['after its load event', true, 31_000],
    ['before its load event', false, 191_000],
  ])('%s is ended and loaded anew', async (_when, finishes, withinMs) => {
    const { clock, contents, loaded, notes } = watchedKiosk(false);
    if (finishes) contents.finishLoad();
    await clock.advance(withinMs);
    expect(notes).toContain('the page no longer answers');
    expect(loaded).toHaveLength(2);
  });
});

describe('a page that a slow board loads for minutes', () => {
  it('is not ended for it: nobody can ask it anything before', async () => {
    const { clock, contents, loaded, notes } = watchedKiosk(true);
    await clock.advance(150_000);
    contents.finishLoad();
    await clock.advance(600_000);
    expect([notes, loaded.length]).toEqual([[], 1]);
  });
});
