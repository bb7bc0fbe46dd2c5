import { type Clock, every } from '../../../base/clock.ts';
import { messageOf } from '../../../base/system-error.ts';
import { type Sentence, sentence } from '../../../words/sentence.ts';
import { errorCode, type Files, findByName, type ReadableDevice } from '../machine/files.ts';
import type { BoardNotice } from '../sample.ts';
import { type Direction, type JoystickEvent, parseEvents, type RecordBytes } from './joystick-events.ts';

const INPUT = '/sys/class/input';
const NAME = 'Raspberry Pi Sense HAT Joystick';
const POLL_MS = 60; // a press is felt as immediate below 100 ms
const LOOK_AGAIN_MS = 30_000;
const RECORDS_PER_READ = 32;
/** A second identical label within this time is a bounce or a doubtful finger, not a second observation. */
const SAME_LABEL_S = 5;

/** Actions of the five directions. `dry` and `rain` are strong labels: somebody looked out of the window. */
export interface JoystickActions {
  dry(): void;
  rain(): void;
  nextScene(): void;
  brighter(): void;
  dimmer(): void;
}

/** `/dev/input/eventN` of the stick, or null. */
export async function findJoystick(files: Files): Promise<string | null> {
  const entry = await findByName(files, INPUT, 'event', 'device/name', NAME);
  return entry && `/dev/input/${entry}`;
}

/**
 * The stick of the Sense HAT. Its device is read without blocking and looked at some sixteen times a second: a blocking read
 * would keep one of the few pool threads that the I2C bus and the probe need, and would not let the process end.
 */
export class Joystick {
  #device: ReadableDevice | null = null;
  #path: string | null = null;
  #rest: Uint8Array = new Uint8Array();
  #lookAtMs = Number.NEGATIVE_INFINITY;
  #lastLabel: { direction: Direction; atMs: number } | null = null;
  #reportedRefusal = false;
  #notices: BoardNotice[] = [];

  constructor(
    private readonly files: Files,
    private readonly clock: Clock,
    private readonly actions: JoystickActions,
    /** 16 in a 32-bit process, whatever the kernel is. */
    private readonly recordBytes: RecordBytes = 24,
  ) {}

  /** Reads until `signal`, then closes the device; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    await every(POLL_MS, this.clock, signal, () => this.poll());
    await this.#close();
  }

  takeNotices(): BoardNotice[] {
    return this.#notices.splice(0);
  }

  /** Handles whatever was pressed since the last call. */
  async poll(): Promise<void> {
    try {
      this.#device ??= await this.#open();
      const bytes = await this.#device?.readAvailable(this.recordBytes * RECORDS_PER_READ);
      if (!bytes) return;
      const { events, rest } = parseEvents(Buffer.concat([this.#rest, bytes]), this.recordBytes);
      this.#rest = rest;
      for (const event of events) this.#act(event);
    } catch (error) {
      await this.#lost(error);
    }
  }

  async #open(): Promise<ReadableDevice | null> {
    if (this.clock.steadyMs() - this.#lookAtMs < LOOK_AGAIN_MS) return null;
    this.#lookAtMs = this.clock.steadyMs();
    this.#path = await findJoystick(this.files);
    if (this.#path === null) return null;
    const device = await this.files.openForReading(this.#path);
    if (this.#reportedRefusal) this.#tell('info', sentence('joystick.back', { path: this.#path }));
    this.#reportedRefusal = false;
    return device;
  }

  #act(event: JoystickEvent): void {
    const { direction, action } = event;
    if (action === 'released') return;
    if (direction === 'up') this.actions.brighter();
    else if (direction === 'down') this.actions.dimmer();
    else if (action === 'held')
      return; // only the brightness repeats while a key is down
    else if (direction === 'middle') this.actions.nextScene();
    else this.#label(direction);
  }

  #label(direction: 'left' | 'right'): void {
    const atMs = this.clock.steadyMs();
    const last = this.#lastLabel;
    if (last?.direction === direction && atMs - last.atMs < SAME_LABEL_S * 1000) return;
    this.#lastLabel = { direction, atMs };
    if (direction === 'left') this.actions.dry();
    else this.actions.rain();
  }

  async #lost(error: unknown): Promise<void> {
    await this.#close();
    if (this.#reportedRefusal) return;
    this.#reportedRefusal = true;
    const path = this.#path;
    const lost = sentence('joystick.lost', { path, why: messageOf(error) });
    this.#tell('warn', errorCode(error) === 'EACCES' ? sentence('joystick.forbidden', { path }) : lost);
  }

  async #close(): Promise<void> {
    const device = this.#device;
    this.#device = null;
    this.#rest = new Uint8Array();
    // A device that vanished can refuse even its close; it is gone either way.
    await device
      ?.close()
      .catch((error: unknown) => this.#tell('info', sentence('joystick.closing', { why: `${error}` })));
  }

  #tell(severity: BoardNotice['severity'], words: Sentence): void {
    this.#notices.push({ kind: 'sensor', severity, ...words });
  }
}
