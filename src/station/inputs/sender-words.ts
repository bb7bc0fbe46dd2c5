import { DAY_S } from '../../base/durations.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Sender } from './roster.ts';
import type { Silence } from './silences.ts';

/** Name of a sender as people read it. */
export const nameOf = ({ name, model, kind }: Sender): string => name ?? model ?? kind;

/** Sentences for troubles with a sender's messages. */
export const noticesOf = (tell: (words: Sentence) => void) => ({
  /** A clock that is days off was never set: how far tells nobody anything. */
  clockOff: (sender: Sender, offS: number) => {
    const [who, apartS] = [nameOf(sender), Math.abs(offS)];
    const off = sentence('sender.clock', { who, minutes: Math.round(apartS / 60) });
    tell(apartS > 2 * DAY_S ? sentence('sender.clock-wrong', { who }) : off);
  },
  /** A value that cannot be true, by its path. */
  nonsense: (sender: Sender, path: string) => tell(sentence('sender.nonsense', { who: nameOf(sender), what: path })),
  uncounted: (sender: Sender, mm: number) => tell(sentence('sender.uncounted', { who: nameOf(sender), mm })),
  /** The main gauge and another one, over a week. */
  gaugesDiffer: (main: Sender, other: Sender, mm: number, otherMm: number) => {
    const names = { who: nameOf(main), other: nameOf(other) };
    tell(sentence('sender.gauges-differ', { ...names, mm, otherMm }));
  },
});
/** Events of the intake that a person should know of. */
export interface IntakeNotices extends ReturnType<typeof noticesOf> {
  /** A sender that was never heard. It may be adopted there and then. */
  newcomer(sender: Sender): void;
}

/** A gap and its cause. A receiver for radio sensors is a program of this computer. */
export function wordsOf({ sender, kind, why }: Silence): Sentence {
  const who = nameOf(sender);
  if (kind === 'back') return sentence('sender.back', { who });
  if (kind === 'lost')
    return why === 'battery' ? sentence('sender.lost-battery', { who }) : sentence('sender.lost', { who });
  if (why === 'battery') return sentence('sender.silent-battery', { who });
  if (why === 'radio') return sentence('sender.silent-radio', { who });
  if (sender.kind === 'rtl433') return sentence('sender.silent-receiver', { who });
  return sender.kind === 'kernel' ? sentence('sender.silent', { who }) : sentence('sender.silent-gateway', { who });
}
