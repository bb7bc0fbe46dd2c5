import type { Input } from '../../contract/inputs.ts';
import { Freshness } from './freshness.ts';
import { groupsIn } from './groups.ts';
import type { Battery, Observation } from './observation.ts';
import { plausible } from './plausible.ts';
import type { Roster } from './roster.ts';

/** What one sender says. */
interface Voice {
  values: Freshness;
  batteries: Record<string, Battery>;
  signalDb: number | null;
}
type Said = Omit<
  Input,
  'id' | 'kind' | 'model' | 'name' | 'place' | 'adopted' | 'retired' | 'first_seen_ts' | 'last_seen_ts'
>;

/** Intake of messages: what each sender says now. */
export class Intake {
  readonly #voices = new Map<string, Voice>();

  constructor(private readonly roster: Roster) {}

  take(observation: Observation, nowS: number, steadyS: number): void {
    const { id } = this.roster.hear(observation, nowS);
    const voice = this.#voices.get(id) ?? { values: new Freshness(), batteries: {}, signalDb: null };
    this.#voices.set(id, voice);
    for (const [path, raw] of Object.entries(observation.values)) {
      const value = plausible(path, raw);
      if (value !== null) voice.values.put(path, value, steadyS);
    }
    voice.batteries = { ...voice.batteries, ...observation.batteries };
    voice.signalDb = observation.signalDb ?? voice.signalDb;
  }

  said(id: string, steadyS: number): Said {
    const voice = this.#voices.get(id);
    return {
      values: voice?.values.present(steadyS) ?? {},
      battery: voice?.batteries ?? {},
      signal_db: voice?.signalDb ?? null,
      silent: false,
      clock_off_s: null,
      main_for: [],
      source_of: groupsIn(voice?.values.names ?? []),
      may_be: null,
    };
  }
}
