import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { appRoot } from '../../src/main/app-root.ts';
import { inkShare, type Picture, png } from '../support/electron-stand-in/xvfb.ts';
import { patience } from '../support/patience.ts';

export const ROOT = appRoot();
/** For what a quiet machine shows within five seconds: a busy one takes several times as long, and only a fault never shows it. */
export const SEEN_MS = 180_000;

/** A running kiosk, whatever it runs on: what a hand, a page or the system can do to it, and what is seen of it. */
export interface RunningKiosk {
  /** What hangs on the wall: the whole screen. */
  picture(): Picture;
  /** Runs in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Runs in the page what would lead away from it or open another, and answers once that was refused. */
  refused(expression: string): Promise<void>;
  pressCtrlQ(): Promise<void>;
  killPage(): Promise<void>;
  killGraphics(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Lets the program's waits of up to twenty seconds come to their end: at once, or in twenty seconds. */
  letPass(): Promise<void>;
  readonly exit: Promise<number>;
  readonly dataDir: string;
  writeSettings(text: string): void;
  said(): string;
  /** Ends everything that is still alive. */
  dispose(): Promise<void>;
}

export interface StartOptions {
  port: number;
  /** A data folder to share with an earlier start. */
  dataDir?: string;
  args?: string[];
  /** Text of its config.yaml. */
  settings?: string;
}

export interface Bench {
  start(options: StartOptions): Promise<RunningKiosk>;
  /** The screen's own end; kiosks are disposed of before. */
  close(): void;
}

export function writeSettings(configHome: string, text: string): void {
  mkdirSync(join(configHome, 'weatherglass'), { recursive: true });
  writeFileSync(join(configHome, 'weatherglass', 'config.yaml'), text);
}

/** A page between two loads may lose a question: it is asked anew. */
const ASKED_ANEW_MS = 30_000;

export async function until<T>(what: string, limitMs: number, ask: () => Promise<T | false> | T | false): Promise<T> {
  const waiting = patience(limitMs);
  let last: unknown = null;
  for (;;) {
    try {
      const answer = await Promise.race([ask(), wait(ASKED_ANEW_MS, false as const, { ref: false })]);
      if (answer !== false) return answer;
    } catch (error) {
      last = error; // a page between two loads cannot be asked
    }
    if (!waiting()) throw new Error(`waited ${limitMs / 1000} s for ${what}${last ? `; last: ${last}` : ''}`);
    await wait(50);
  }
}

/** A dark, blank or merely coloured wall is of one colour but for a pointer; text and curves cover some hundredths of it. */
export const isPainted = (picture: Picture): boolean => inkShare(picture) >= 0.02;

export function keepPicture(name: string, picture: Picture): void {
  const file = join(ROOT, 'artifacts', 'kiosk', `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, png(picture));
}
