import type { BrowserWindow } from 'electron';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/system-error.ts';
import { foreign, type Sentence, sentence } from '../../words/sentence.ts';
import { ENGLISH } from '../../words/speaker.ts';
import { speakerOf } from '../../words/speakers.ts';
import { fresh, type RecoveryAction, type RecoveryEvent, recover } from './recovery.ts';
import { waitingPage } from './waiting-page.ts';
import { type KioskOptions, viewOf, wallUrl } from './window.ts';

const HIDE_CURSOR = '*, *::before, *::after { cursor: none !important; }';
/** A start that takes longer than this is explained; a shorter one goes from the bare ground straight to the dashboard. */
const QUIET_START_MS = 1_500;
const ABORTED = -3; // a load that another load replaced: no failure

export interface KioskParts {
  window: BrowserWindow;
  options: KioskOptions;
  clock: Clock;
  log: { warn(message: string): void };
  /** Aborted when the program begins to stop. */
  signal: AbortSignal;
  /** Software rendering: the GPU is already off. */
  software: boolean;
  restartInSoftware: () => void;
  /** Working set of one of our processes. */
  memoryMb: (pid: number) => number | null;
}

/** Joins the window to the recovery rules: the window's events go in, the rules' actions are carried out. */
export class Kiosk {
  #state;
  #view = '/';
  #wake = new AbortController();
  #speaker = ENGLISH;

  constructor(private readonly parts: KioskParts) {
    this.#state = fresh(parts.software);
    this.#listen();
    void this.#learnLanguage();
    void parts.clock.sleep(QUIET_START_MS, parts.signal).then(() => {
      if (this.#state.on === 'nothing' && this.#state.url === null)
        this.#showWaiting(sentence('waiting.first-reading'));
    });
  }

  /** Long before there is anything to explain. Words that cannot be had leave the page in English. */
  async #learnLanguage(): Promise<void> {
    try {
      this.#speaker = await speakerOf(this.parts.options.language);
    } catch (error) {
      this.parts.log.warn(`the waiting page stays in English: ${messageOf(error)}`);
    }
  }

  /** Origin of the dashboard, once there is one. */
  get origin(): string | null {
    return this.#state.url === null ? null : new URL(this.#state.url).origin;
  }

  tell(event: RecoveryEvent): void {
    if (this.parts.signal.aborted || this.parts.window.isDestroyed()) return;
    const { state, actions } = recover(this.#state, event, this.parts.clock.steadyMs());
    this.#state = state;
    for (const action of actions) this.#do(action);
  }

  /** Resolves when the page's own thread has answered. */
  answer(): Promise<unknown> {
    return this.parts.window.webContents.executeJavaScript('0');
  }
  usedMb(): number | null {
    return this.parts.window.isDestroyed() ? null : this.parts.memoryMb(this.parts.window.webContents.getOSProcessId());
  }
  /** Whether the window shows the dashboard, loaded or loading. */
  isOnWall(): boolean {
    return this.#state.on === 'wall' && !this.parts.window.isDestroyed();
  }
  isLoaded(): boolean {
    return this.#state.shownMs !== null;
  }

  #do(action: RecoveryAction): void {
    if (action.kind === 'show-wall') this.#load(wallUrl(action.url, this.#view, this.parts.options.layout));
    else if (action.kind === 'show-waiting') this.#showWaiting(action.reason);
    else if (action.kind === 'end-page-process') this.parts.window.webContents.forcefullyCrashRenderer();
    else if (action.kind === 'wake') this.#wakeAfter(action.afterMs);
    else if (action.kind === 'restart-in-software') this.parts.restartInSoftware();
    else this.parts.log.warn(action.text);
  }

  #showWaiting(reason: Sentence): void {
    this.#load(waitingPage(reason, this.#speaker));
  }

  #load(url: string): void {
    this.parts.window.webContents.loadURL(url).catch((error: Error & { errno?: number }) => {
      if (error.errno !== ABORTED) this.parts.log.warn(`loading the page failed: ${error.message}`); // acted on in did-fail-load
    });
  }

  #wakeAfter(afterMs: number): void {
    this.#wake.abort();
    this.#wake = new AbortController();
    const mine = this.#wake.signal;
    void this.parts.clock.sleep(afterMs, AbortSignal.any([mine, this.parts.signal])).then(() => {
      if (!mine.aborted) this.tell({ kind: 'due' });
    });
  }

  #listen(): void {
    const { window, signal } = this.parts;
    const contents = window.webContents;
    const failed = (reason: Sentence) => this.tell({ kind: 'page-failed', reason });
    window.once('ready-to-show', () => window.show());
    window.on('close', (event) => {
      if (!signal.aborted) event.preventDefault(); // the window ends with the program, not before
    });
    contents.on('dom-ready', () => {
      if (!this.parts.options.hide_cursor) return;
      contents.insertCSS(HIDE_CURSOR, { cssOrigin: 'user' }).catch((error: Error) => {
        this.parts.log.warn(`the pointer could not be hidden: ${error.message}`); // the page died meanwhile
      });
    });
    contents.on('did-finish-load', () => {
      if (viewOf(contents.getURL(), this.#state.url) !== null) this.tell({ kind: 'page-shown' });
    });
    contents.on('did-navigate', (_event, url, status) => {
      if (status >= 400) failed(sentence('waiting.server-answered', { status, url }));
    });
    contents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
      if (isMainFrame) this.#view = viewOf(url, this.#state.url) ?? this.#view;
    });
    contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
      if (isMainFrame && code !== ABORTED)
        failed(description ? foreign(description) : sentence('waiting.error', { code }));
    });
    contents.on('render-process-gone', (_event, details) => {
      failed(sentence('waiting.process-ended', { reason: details.reason }));
    });
  }
}
