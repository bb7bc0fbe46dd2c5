import type { StationApi } from '../station/api.ts';
import { wireText } from './json.ts';

interface Kept {
  station: StationApi;
  sampleCount: number;
  text: Buffer;
}

/**
 * The newest record as text, made once per sample for all who ask. A station without a sample yet takes one on demand; that one
 * is not kept, because the next question deserves a fresh one.
 */
export class LiveText {
  #telemetry: Kept | null = null;
  #message: Kept | null = null;

  /** The text at hand, when it is that of the newest sample. */
  cached(station: StationApi): Buffer | null {
    return current(this.#telemetry, station);
  }

  async telemetry(station: StationApi): Promise<Buffer> {
    const known = this.cached(station);
    if (known) return known;
    const { sampleCount } = station; // as of before the question: a sample that comes meanwhile must not look answered
    const text = Buffer.from(wireText(await station.telemetry()));
    this.#telemetry = { station, sampleCount, text };
    return text;
  }

  /** One server-sent event: a `data:` line and the blank line that ends it. */
  async message(station: StationApi): Promise<Buffer> {
    const known = current(this.#message, station);
    if (known) return known;
    const { sampleCount } = station;
    const { telemetry: _, ...rest } = await station.streamMessage();
    const record = await this.telemetry(station);
    const text = Buffer.from(`data: {"telemetry":${record.toString()},${wireText(rest).slice(1)}\n\n`);
    this.#message = { station, sampleCount, text };
    return text;
  }
}

const current = (kept: Kept | null, station: StationApi): Buffer | null =>
  kept && kept.station === station && kept.sampleCount === station.sampleCount && kept.sampleCount > 0
    ? kept.text
    : null;
