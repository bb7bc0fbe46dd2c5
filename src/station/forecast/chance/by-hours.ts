import { HOUR_S } from '../../../base/durations.ts';
import type { Zone } from '../../../base/zone.ts';
import type { Chances } from '../../../contract/forecast.ts';
import type { Target } from '../../../contract/names.ts';
import type { Trusting } from '../bands/course.ts';
import type { Paths, Side } from '../bands/paths.ts';

const EVERY_S = 3 * HOUR_S;

interface Span {
  fromS: number;
  byS: number;
}

/** Stretches of three hours by the station's clock: the first begins now, and the last ends where the forecast does or before. */
export function threeHours(zone: Zone, nowS: number, untilS: number): Span[] {
  const spans: Span[] = [];
  for (let fromS = nowS; ; ) {
    const byS = zone.nextS(fromS, EVERY_S);
    if (byS > untilS) return spans;
    spans.push({ fromS, byS });
    fromS = byS;
  }
}

/** Chances of each value within each three hours, from the same paths and with the same trust as a chance until a time. */
export function chancesOf(
  target: Target,
  paths: Paths | null,
  values: readonly number[],
  zone: Zone,
  nowS: number,
  trusted: Record<Side, Trusting>,
): Chances {
  const issued_ts = paths?.issuedS ?? null;
  if (paths === null) return { target, issued_ts, values: [...values], spans: [], whole: null };
  const chancesIn = ({ fromS, byS }: Span): Chances['spans'][number] => {
    const of = (side: Side): number[] => {
      const asked = values.map((value) => ({ side, value }));
      return paths.sharesBetween(asked, fromS, byS).map((share) => trusted[side](share, byS - paths.issuedS));
    };
    return { from_ts: fromS, by_ts: byS, below: of('below'), above: of('above') };
  };
  const { lastS } = paths;
  return {
    target,
    issued_ts,
    values: [...values],
    spans: threeHours(zone, nowS, lastS).map(chancesIn),
    whole: lastS > nowS ? chancesIn({ fromS: nowS, byS: lastS }) : null,
  };
}
