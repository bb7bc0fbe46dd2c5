import { wireText } from '../http/json.ts';
import { Packed } from '../http/packed.ts';
import type { StationApi } from '../station/api.ts';

interface Kept<T> {
  station: StationApi;
  sampleCount: number;
  made: T;
}

/**
 * Telemetry text, made once per sample for all clients. A station without a sample takes one on demand; that one is not kept, because the
 * next request deserves a fresh one.
 */
export class LiveText {
  #telemetry: Kept<Packed> | null = null;
  #message: Kept<Buffer> | null = null;

  /** The record at hand, when it is that of the newest sample. */
  cached(station: StationApi): Packed | null {
    return current(this.#telemetry, station);
  }

  async telemetry(station: StationApi): Promise<Packed> {
    const known = this.cached(station);
    if (known) return known;
    const { sampleCount } = station; // as of before the question: a sample that comes meanwhile must not look answered
    const made = new Packed(Buffer.from(wireText(await station.telemetry())));
    this.#telemetry = { station, sampleCount, made };
    return made;
  }

  /** Server-sent event: a `data:` line and a blank line. */
  async message(station: StationApi): Promise<Buffer> {
    const known = current(this.#message, station);
    if (known) return known;
    const { sampleCount } = station;
    const { telemetry: _, ...rest } = await station.streamMessage();
    const { plain } = await this.telemetry(station);
    const made = Buffer.from(`data: {"telemetry":${plain.toString()},${wireText(rest).slice(1)}\n\n`);
    this.#message = { station, sampleCount, made };
    return made;
  }
}

const current = <T>(kept: Kept<T> | null, station: StationApi): T | null =>
  kept && kept.station === station && kept.sampleCount === station.sampleCount && kept.sampleCount > 0
    ? kept.made
    : null;
