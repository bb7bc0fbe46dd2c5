import { type Clock, Slicer } from '../../base/clock.ts';
import { HOUR_S } from '../../base/durations.ts';
import { dewPointC } from '../air/physics/humidity.ts';
import { tickRow } from '../air/scale/levels.ts';
import { compensate, type Scale } from '../air/scale/scale.ts';
import { type RawHour, type RawTick, TICK_S, type TickRow } from '../tick.ts';
import type { HourMean } from './climate/hourly.ts';

/** Raw history, for relearning. Both ascend in time; pages keep no cursor open while other work runs. */
export interface RawHistory {
  ticks(afterS: number, untilS: number): Iterable<readonly RawTick[]>;
  /** Hours that end at or before `untilS`, and begin at `fromS` or after it. */
  hours(untilS: number, fromS?: number): Iterable<RawHour>;
}

/** Progress and abort signal of a replay. */
export interface Reliving {
  clock: Clock;
  signal: AbortSignal;
  progress(share: number): void;
}

/** Listener of a replay of the past. */
export interface Listener {
  /** From before the ticks, for climatology alone. */
  hour(mean: HourMean): void;
  tick(row: TickRow): void;
  /** Longer work of a station behind a tick, in steps. */
  aside?(row: TickRow): Iterable<unknown>;
}

const SLICE_MS = 4;
const BEGINNING_S = 0;

/** A pause of the ticks by so much may have hours of its own: between what was imported and what the station has measured. */
const PAUSE_S = 2 * HOUR_S;

/**
 * Replays everything stored, oldest first, on one scale: hours until the ticks begin and in their pauses, and every tick. There is no gap
 * between the two and no time comes twice, however much a listener uses. Throws when the signal ends it early.
 */
export async function relive(
  history: RawHistory,
  scale: Scale,
  untilS: number,
  listener: Listener,
  { clock, signal, progress }: Reliving,
): Promise<void> {
  const slicer = new Slicer(clock, SLICE_MS);
  const breathe = async () => {
    await slicer.breathe();
    signal.throwIfAborted();
  };
  const hours = async (endS: number, fromS?: number) => {
    for (const hour of history.hours(endS, fromS)) {
      listener.hour(hourMean(hour, scale));
      await breathe();
    }
  };
  const firstS = firstTickS(history, untilS);
  await hours(firstS === null ? untilS : firstS - TICK_S);
  let lastS = firstS ?? untilS;
  for (const page of history.ticks(BEGINNING_S, untilS)) {
    for (const raw of page) {
      if (raw.tS - lastS > PAUSE_S) await hours(raw.tS - TICK_S, lastS);
      lastS = raw.tS;
      const row = tickRow(raw, scale);
      listener.tick(row);
      for (const _ of listener.aside?.(row) ?? []) await breathe();
      if (!slicer.due) continue;
      progress((raw.tS - firstS!) / Math.max(1, untilS - firstS!));
      await breathe();
    }
  }
}

function firstTickS(history: RawHistory, untilS: number): number | null {
  for (const page of history.ticks(BEGINNING_S, untilS)) return page[0]?.tS ?? null;
  return null;
}

function hourMean(raw: RawHour, scale: Scale): HourMean {
  // Hours are the board's own: of another series they tell nothing.
  const { temperatureC, humidityPct } =
    scale.air === null ? compensate(raw, scale) : { temperatureC: null, humidityPct: null };
  return {
    tS: raw.tS,
    values: {
      temperature: temperatureC,
      humidity: humidityPct,
      pressure: scale.barometer === null ? raw.stationHpa : null,
      dew_point: dewPointC(temperatureC, humidityPct),
    },
  };
}
