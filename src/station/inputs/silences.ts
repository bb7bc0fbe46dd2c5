import type { InputKind } from '../../contract/names.ts';
import { groupsIn } from './groups.ts';
import type { Roster, Sender, SilentWhy } from './roster.ts';
import type { Voice } from './voice.ts';

/** Senders that something else brings here: a hub, a receiver or a broker. While it brings others, the way to this one is cut. */
const BROUGHT: ReadonlySet<InputKind> = new Set(['rtl433', 'tempest', 'davis', 'mqtt']);
/** Groups that come with events and not with time. */
const RARE: ReadonlySet<string> = new Set(['lightning']);
/** A sender says all that it has within this time of its first message. */
const TELLS_ALL_S = 900;

/** Change worth an event: a sender fell silent or is back, or one of its sensors is missing while the sender itself reports. */
export interface Silence {
  sender: Sender;
  kind: 'silent' | 'lost' | 'back';
  why: SilentWhy | null;
}

interface Parts {
  roster: Roster;
  /** Groups that the station takes from a sender. */
  takenFrom(id: string): readonly string[];
  voiceOf(id: string): Voice | undefined;
}

/** Silence of adopted senders and of the sensors behind them, with its cause; it is kept with the sender, so that a restart knows it. */
export class Silences {
  constructor(private readonly parts: Parts) {}

  /** Not heard for five of its intervals; after a restart, until it is heard again. */
  isSilent(id: string, steadyS: number): boolean {
    const voice = this.parts.voiceOf(id);
    if (!voice) return true;
    const wasSilent = !voice.isHeard && this.parts.roster.get(id)?.silence === 'silent';
    return wasSilent || voice.isSilent(steadyS);
  }

  /** Groups that the station takes from it and that it no longer reports, although it is heard. */
  lost(id: string, steadyS: number): string[] {
    const voice = this.parts.voiceOf(id);
    if (!voice || this.isSilent(id, steadyS) || !voice.isHeardFor(TELLS_ALL_S, steadyS)) return [];
    // As of its last message: on the way to its own silence none of its sensors is missing.
    const here = new Set(groupsIn(Object.keys(voice.values.present(voice.heardS))));
    return this.parts.takenFrom(id).filter((group) => !here.has(group) && !RARE.has(group));
  }

  /** Changes since the last look. */
  look(steadyS: number): Silence[] {
    return this.parts.roster.all.flatMap((sender) => {
      if (sender.state !== 'adopted') return [];
      const voice = this.parts.voiceOf(sender.id);
      const isSilent = this.isSilent(sender.id, steadyS);
      const kind = isSilent ? 'silent' : this.lost(sender.id, steadyS).length > 0 ? 'lost' : 'back';
      if (kind === (sender.silence ?? 'back')) return [];
      // Of a sensor that is missing since before a restart, the first minutes tell nothing.
      if (kind === 'back' && sender.silence === 'lost' && voice?.isHeardFor(TELLS_ALL_S, steadyS) !== true) return [];
      const why = kind === 'back' ? null : this.#why(sender, kind, steadyS);
      sender.silence = kind === 'back' ? null : kind;
      sender.silentWhy = why;
      return [{ sender, kind, why }];
    });
  }

  #why({ id, kind, sender }: Sender, silence: 'silent' | 'lost', steadyS: number): SilentWhy {
    const isLow = this.parts.voiceOf(id)?.battery === 'low' || this.parts.roster.get(id)?.isLow === true;
    if (silence === 'lost') return isLow ? 'battery' : 'radio';
    if (!BROUGHT.has(kind)) return 'gateway'; // a console's weak sensor does not silence the console
    if (isLow) return 'battery';
    const device = (name: string) => (kind === 'davis' ? name.split('-')[0] : kind);
    const isBrought = this.parts.roster.all.some(
      (other) =>
        other.id !== id &&
        other.kind === kind &&
        device(other.sender) === device(sender) &&
        this.parts.voiceOf(other.id)?.isHeard === true &&
        !this.isSilent(other.id, steadyS),
    );
    return isBrought ? 'radio' : 'gateway';
  }
}
