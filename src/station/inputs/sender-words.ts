import { type Sentence, sentence } from '../../words/sentence.ts';
import { clockWords } from './order.ts';
import type { Sender } from './roster.ts';
import type { Silence } from './silences.ts';

/** Name of a sender as people read it. */
export const nameOf = ({ name, model, kind }: Sender): string => name ?? model ?? kind;

/** Sentences for troubles with a sender's messages. */
export const noticesOf = (tell: (words: Sentence) => void) => ({
  clockOff: (sender: Sender, offS: number) => tell(clockWords(nameOf(sender), Math.abs(offS))),
  nonsense: (sender: Sender, path: string) => tell(sentence('sender.nonsense', { who: nameOf(sender), what: path })),
  uncounted: (sender: Sender, mm: number) => tell(sentence('sender.uncounted', { who: nameOf(sender), mm })),
  gaugesDiffer: (main: Sender, other: Sender, mm: number, otherMm: number) => {
    const names = { who: nameOf(main), other: nameOf(other) };
    tell(sentence('sender.gauges-differ', { ...names, mm, otherMm }));
  },
});

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
