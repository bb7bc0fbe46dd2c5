import { sentence } from '../words/sentence.ts';
import type { Origin } from './channel.ts';
import type { Message } from './message.ts';

/** Titles, names and texts are one line each: they stand in headers and subjects. */
const oneLine = (text: string): string => text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();

/** `Over: Frost`, in the station's language. */
export function titleOf({ about, change }: Message, { speaker }: Origin): string {
  const state = about.isTest ? 'test' : change === 'resolved' ? 'over' : change === 'repeated' ? 'still' : 'now';
  return oneLine(speaker.say(sentence('alarm-message.title', { state, title: about.title })));
}

export const titleOfAll = (messages: readonly Message[], origin: Origin): string =>
  messages.length === 1
    ? titleOf(messages[0]!, origin)
    : oneLine(origin.speaker.say(sentence('alarm-message.several', { count: messages.length })));

/** Paragraph of a message that people read: what, and since when or from when until when. */
export function textOf(message: Message, { speaker }: Origin): string {
  const { about, startedS, endedS } = message;
  const text = oneLine(about.text);
  const when =
    endedS === null
      ? sentence('alarm-message.since', { fromTs: startedS })
      : sentence('alarm-message.lasted', { fromTs: startedS, untilTs: endedS });
  return `${text}\n${speaker.say(when)}`;
}

/** All of them, each under its title where there are several. */
export const textOfAll = (messages: readonly Message[], origin: Origin): string =>
  messages
    .map((message) => (messages.length === 1 ? '' : `${titleOf(message, origin)}\n`) + textOf(message, origin))
    .join('\n\n');
