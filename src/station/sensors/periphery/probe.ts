import { type Clock, every } from '../../../base/clock.ts';
import { HOUR_S } from '../../../base/durations.ts';
import type { Config } from '../../../config/config.ts';
import type { ProbeStatus } from '../../../contract/status.ts';
import { type Sentence, sentence } from '../../../words/sentence.ts';
import { errorCode, type Files, ifThere } from '../machine/files.ts';
import type { BoardNotice } from '../sample.ts';
import { type ProbeFailure, parseTemperatureFile, parseW1Slave } from './probe-text.ts';

export const W1_DEVICES = '/sys/bus/w1/devices';
/** DS18B20 and its sisters that speak the same file format. `00-*` are ghosts of a line without pull-up. */
export const THERMOMETER = /^(10|22|28|3b|42)-[0-9a-f]{12}$/i;
const MISSES_UNTIL_NULL = 3;
const LIMIT_MS = 5000;
/** A lost convert command gives the previous sample again without any sign; air does not stand still to 1/16 C for so long. */
const SUSPICIOUSLY_STILL_S = 6 * HOUR_S;

/**
 * The outdoor DS18B20. A conversion blocks its reader for up to 750 ms, so it runs in a loop of its own, one read at a time; the
 * sampling loop only looks at `outdoorC`.
 */
export class OutdoorProbe {
  #device: string | null = null;
  #valueC: number | null = null;
  #goodAtMs: number | null = null;
  #changedAtMs = 0;
  #misses = 0;
  #errors = 0;
  #down = false;
  #still = false;
  #reportedCrowd = false;
  #pending: Promise<unknown> | null = null;
  #notices: BoardNotice[] = [];

  constructor(
    private readonly files: Files,
    private readonly clock: Clock,
    /** Device ID such as `28-0316a2794dff`; null takes the first probe found. */
    private readonly id: string | null,
    private readonly periodS: number,
  ) {
    this.#device = id;
  }

  /** Polls until `signal`; never rejects. */
  run(signal: AbortSignal): Promise<void> {
    return every(this.periodS * 1000, this.clock, signal, () => this.poll());
  }

  /** The last good reading; null after three missed ones. */
  get outdoorC(): number | null {
    return this.#misses < MISSES_UNTIL_NULL ? this.#valueC : null;
  }

  /** Status in the words of the API; null where it was looked for and never found: no probe is configured here. */
  status(): ProbeStatus | null {
    const { outdoorC: value_c } = this;
    const age_s = this.#goodAtMs === null ? null : (this.clock.steadyMs() - this.#goodAtMs) / 1000;
    if (this.#device === null && this.#errors > 0 && age_s === null) return null;
    return { available: value_c !== null, device: this.#device, value_c, age_s, errors: this.#errors };
  }

  takeNotices(): BoardNotice[] {
    return this.#notices.splice(0);
  }

  /** Reads the probe once, and notes a miss. */
  async poll(): Promise<void> {
    const outcome = await this.#withinLimit();
    if (typeof outcome === 'number') this.#accept(outcome);
    else this.#miss(outcome);
  }

  /** A read that outlives its limit still holds its thread: until it ends no second one is started, and its late value is dropped. */
  async #withinLimit(): Promise<number | ProbeFailure> {
    if (this.#pending) return 'timeout';
    const reading = this.#read().finally(() => {
      this.#pending = null;
    });
    this.#pending = reading;
    const done = new AbortController();
    const limit = this.clock.sleep(LIMIT_MS, done.signal).then((): ProbeFailure => 'timeout');
    const outcome = await Promise.race([reading, limit]);
    done.abort();
    return outcome;
  }

  async #read(): Promise<number | ProbeFailure> {
    try {
      const found = await this.#choose();
      if (found === null) return 'not_found';
      this.#device = found;
      const folder = `${W1_DEVICES}/${found}`;
      const evidence = await ifThere(this.files.readText(`${folder}/w1_slave`));
      const reading =
        evidence === null
          ? parseTemperatureFile(await this.files.readText(`${folder}/temperature`))
          : parseW1Slave(evidence, found.slice(0, 2));
      return reading.ok ? reading.celsius : reading.reason;
    } catch (error) {
      return errorCode(error) === 'ENOENT' ? 'not_found' : 'unreadable';
    }
  }

  /** Chooses the probe at every read, so that one plugged in again is back at the next. */
  async #choose(): Promise<string | null> {
    const found = (await ifThere(this.files.list(W1_DEVICES)))?.filter((name) => THERMOMETER.test(name)) ?? [];
    if (this.id !== null) return found.find((name) => name === this.id?.toLowerCase()) ?? null;
    if (found.length > 1 && !this.#reportedCrowd) {
      this.#reportedCrowd = true;
      this.#tell('info', sentence('probe.crowd', { found, reading: found[0]! }));
    }
    return found[0] ?? null;
  }

  #accept(celsius: number): void {
    const nowMs = this.clock.steadyMs();
    if (celsius !== this.#valueC) {
      this.#changedAtMs = nowMs;
      this.#still = false;
    } else if (!this.#still && nowMs - this.#changedAtMs >= SUSPICIOUSLY_STILL_S * 1000) {
      this.#still = true;
      this.#tell('warn', sentence('probe.still', { celsius }));
    }
    this.#valueC = celsius;
    this.#goodAtMs = nowMs;
    this.#misses = 0;
    if (this.#down) this.#tell('info', sentence('probe.back', { device: this.#device ?? '' }));
    this.#down = false;
  }

  #miss(failure: ProbeFailure): void {
    this.#misses++;
    this.#errors++;
    if (this.#misses < MISSES_UNTIL_NULL || this.#down) return;
    this.#down = true;
    if (this.#device === null) return; // never wanted by name and never seen: a station without a probe is complete
    this.#tell('warn', sentence('probe.lost', { why: failure }), failure);
  }

  #tell(severity: BoardNotice['severity'], words: Sentence, reason?: ProbeFailure): void {
    const data = { device: this.#device, ...(reason ? { reason } : {}) };
    this.#notices.push({ kind: 'probe', severity, ...words, data });
  }
}

/** The probe that the settings ask for; null where there is none, or no hardware is looked for. */
export const probeOf = (
  files: Files | null,
  clock: Clock,
  { probe, probe_id, probe_interval_s }: Config['sensors'],
): OutdoorProbe | null => (files && probe ? new OutdoorProbe(files, clock, probe_id, probe_interval_s) : null);
