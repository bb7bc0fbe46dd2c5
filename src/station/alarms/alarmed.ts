import type { Alarm } from '../../contract/alarms.ts';

/** Notice of an alarm for its channels, at the moment at which it may be delivered. */
export interface Alarmed {
  /** The alarm as it is now, in the station's language; `alarm.rule.channels` says who is to hear of it. */
  alarm: Alarm;
  change: 'fired' | 'resolved' | 'repeated' | 'acknowledged';
  /** The same from firing to resolving, and through a restart: a receiver knows a second delivery by it. */
  fingerprint: string;
  startedS: number;
  /** Null while it lasts. */
  endedS: number | null;
  /** Somebody pressed "test"; nothing has happened. */
  isTest: boolean;
}
