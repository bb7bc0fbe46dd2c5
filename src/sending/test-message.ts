import { sentence } from '../words/sentence.ts';
import type { Origin } from './channel.ts';
import type { Message } from './message.ts';

/** Message that somebody sends to see whether anything arrives. Its fingerprint is no alarm's. */
export function testMessage(
  nowS: number,
  random: () => number,
  { speaker, name }: Pick<Origin, 'speaker' | 'name'>,
): Message {
  const fingerprint = Array.from({ length: 16 }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    fingerprint,
    change: 'fired',
    tS: nowS,
    startedS: nowS,
    endedS: null,
    about: {
      id: 'test',
      title: name,
      severity: 'info',
      text: speaker.say(sentence('alarm-message.test')),
      value: null,
      unit: '',
      chance: null,
      threshold: 0,
      isTest: true,
    },
  };
}
