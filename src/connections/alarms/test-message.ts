import type { AwayChannel } from '../../contract/names.ts';
import type { AlarmMessage } from '../../station/outbox/alarm-queue.ts';
import { sentence } from '../../words/sentence.ts';
import type { Origin } from './channel.ts';

/** Message that somebody sends to see whether anything arrives. Its fingerprint is no alarm's. */
export function testMessage(
  channel: AwayChannel,
  nowS: number,
  random: () => number,
  { speaker, name }: Pick<Origin, 'speaker' | 'name'>,
): AlarmMessage {
  const fingerprint = Array.from({ length: 16 }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    channel,
    fingerprint,
    change: 'fired',
    tS: nowS,
    startedS: nowS,
    endedS: null,
    quiet: null,
    about: {
      id: 'test',
      title: name,
      kind: 'own',
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
