import { type Channels, columnOf } from './channels.ts';
import { groupOf, singlesIn } from './groups.ts';
import type { Roster } from './roster.ts';
import type { Silences } from './silences.ts';
import type { Sources } from './sources.ts';
import type { Voice } from './voice.ts';

interface StatusParts {
  id: string;
  /** Absent until it has said something. */
  voice: Voice | undefined;
  roster: Roster;
  sources: Sources;
  channels: Channels;
  silences: Silences;
  /** Groups that the station takes from it. */
  taken: string[];
}

/** Status of a sender as the API shows it, beside who it is. */
export function statusOf({ id, voice, roster, sources, channels, silences, taken }: StatusParts, steadyS: number) {
  const sender = roster.get(id);
  return {
    values: voice?.values.present(steadyS) ?? {},
    battery: voice?.batteries ?? {},
    signal_db: voice?.signalDb ?? null,
    silent: silences.isSilent(id, steadyS),
    silent_why: sender?.silentWhy ?? null,
    lost: silences.lost(id, steadyS),
    clock_off_s: voice?.clockOffS ?? null,
    main_for: taken,
    source_of: singlesIn(voice?.paths ?? []),
    recorded: recorded(id, voice, sources, channels),
    parts: channels.partsOf(id, sender?.parts),
  };
}

/** Column of the history that holds each of its values. */
function recorded(id: string, voice: Voice | undefined, sources: Sources, channels: Channels): Record<string, string> {
  const main = [...(voice?.paths ?? [])].flatMap((path) => {
    const column = sources.isMain(groupOf(path), id) ? columnOf(path) : undefined;
    return column === undefined ? [] : [[path, column] as const];
  });
  const isTruth = sources.isMain('temperature', id);
  return {
    ...Object.fromEntries(main),
    ...(isTruth && voice?.battery != null && { battery: 'outdoor_battery' }),
    ...(isTruth && voice?.signalDb != null && { signal_db: 'outdoor_signal' }),
    ...channels.columnsOf(id),
  };
}
