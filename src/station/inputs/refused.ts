import { DAY_S } from '../../base/durations.ts';
import type { Sender } from './roster.ts';

/** Paths that are kept for one sender: decoders know some hundred. */
const MOST = 40;

/**
 * Refused values of one message, kept with their sender. Returns the paths that are new: a probe that is dead for weeks is told once, and
 * again only after a day without nonsense.
 */
export function noteRefused(sender: Sender, refused: ReadonlySet<string>, nowS: number): string[] {
  const known = Object.entries(sender.refused ?? {}).filter(([, lastS]) => nowS - lastS < DAY_S);
  const all = new Map(known);
  const fresh = [...refused].filter((path) => !all.has(path) && all.size < MOST);
  for (const path of refused) if (all.has(path) || fresh.includes(path)) all.set(path, nowS);
  if (all.size > 0) sender.refused = Object.fromEntries(all);
  else delete sender.refused;
  return fresh;
}
