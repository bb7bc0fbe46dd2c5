import { ClockGuard } from './clock/clock-guard.ts';
import type { SamplerParts } from './sampler-parts.ts';

/** Clock guard of a start, from what is stored; `leftUntilS` is the end of the samples that the previous run left in a note. */
export function guardOf<T>({ clock, store }: Pick<SamplerParts, 'clock' | 'store'>, leftUntilS: number | null = null) {
  const { newestS, segment, endBeforeS } = store.clock.asMoved(store.samples.newestTs());
  return new ClockGuard<T>({
    newestS: leftUntilS === null ? newestS : Math.max(newestS ?? leftUntilS, leftUntilS),
    segment,
    endBeforeS,
    toldS: store.events.recentOf(['clock'], 1)[0]?.ts ?? null,
    boot: clock.boot ?? '',
  });
}
