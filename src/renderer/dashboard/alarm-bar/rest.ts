import type { Alarm } from '../../../contract/alarms.ts';

/** Marks of direction that sentences in Arabic put round Latin letters. */
const MARKS = /[\u200e\u200f\u2066-\u2069]/g;

/** Text of an alarm beside its name. */
export function restOf({ title, text }: Pick<Alarm, 'title' | 'text'>): string {
  const whole = text.startsWith(title) ? text : text.replace(MARKS, '');
  const name = text.startsWith(title) ? title : title.replace(MARKS, '');
  return whole.startsWith(name) ? whole.slice(name.length).replace(/^\s*:\s*/, '') : text;
}
