import type { Alarm } from '../../contract/alarms.ts';
import type { Message } from '../../sending/message.ts';
import { isObject, jsonObject } from '../../station/inputs/families/json-object.ts';
import { type Entity, MISSED } from './entities.ts';
import { isoTime } from './payloads.ts';

/** Kinds of the event entity; Home Assistant drops any other. */
const CHANGES = ['fired', 'repeated', 'resolved', 'acknowledged'] as const satisfies readonly Message['change'][];
const keyOf = (id: string): string => `alarm_${id}`;

/** Topics of the alarms: the state of all of them, and one message for each change. */
interface AlarmTopics {
  alarms: string;
  alarm: string;
}

/** A binary sensor for each alarm that is on, and an event for what happens to any of them. */
export function alarmEntities(
  alarms: readonly Alarm[],
  { alarms: states, alarm }: AlarmTopics,
  intervalS: number,
): Entity[] {
  const sensors = alarms
    .filter(({ enabled }) => enabled)
    .map(({ id, title }) => ({
      key: keyOf(id),
      name: title,
      component: {
        p: 'binary_sensor',
        stat_t: states,
        val_tpl: `{{ value_json['${id}'].state }}`,
        dev_cla: 'safety', // on: unsafe
        json_attr_t: states,
        json_attr_tpl: `{{ value_json['${id}'].attributes | tojson }}`,
        exp_aft: MISSED * intervalS,
      },
    }));
  const event = { key: 'alarm', name: 'Alarm', component: { p: 'event', stat_t: alarm, evt_typ: [...CHANGES] } };
  return [...sensors, event];
}

/** Messages by which Home Assistant forgets the sensors of alarms that are off. */
export const removedAlarms = (alarms: readonly Alarm[]): Record<string, { p: 'binary_sensor' }> =>
  Object.fromEntries(alarms.filter(({ enabled }) => !enabled).map(({ id }) => [keyOf(id), { p: 'binary_sensor' }]));

type Removed = Readonly<Record<string, { p: string }>>;

/** Entities of alarms that a document announces, by their platform, without those that it removes. None in a text that is no document. */
export function announcedAlarms(document: string): Removed {
  const isAlarm = (key: string): boolean => key === 'alarm' || key.startsWith(keyOf(''));
  const components: unknown = jsonObject(document)?.['cmps'];
  if (!isObject(components)) return {};
  return Object.fromEntries(
    Object.entries(components).flatMap(([key, one]) =>
      isAlarm(key) && isObject(one) && typeof one['uniq_id'] === 'string' && typeof one['p'] === 'string'
        ? [[key, { p: one['p'] }]]
        : [],
    ),
  );
}

const isOn = ({ state }: Alarm): boolean => state === 'firing' || state === 'acknowledged' || state === 'resolving';

/** State of all alarms that are on. One whose data are stale is unknown (`None`). */
export const alarmStates = (alarms: readonly Alarm[]): object =>
  Object.fromEntries(
    alarms
      .filter(({ enabled }) => enabled)
      .map((alarm) => [
        alarm.id,
        {
          state: alarm.state === 'unknown' ? 'None' : isOn(alarm) ? 'ON' : 'OFF',
          attributes: {
            phase: alarm.state,
            severity: alarm.severity,
            value: alarm.value,
            value_unit: alarm.unit,
            chance: alarm.chance,
            threshold: alarm.threshold,
            acknowledged: alarm.acknowledged,
            since: alarm.since_ts === null ? null : isoTime(alarm.since_ts),
            fingerprint: alarm.fingerprint,
            text: alarm.text,
          },
        },
      ]),
  );

export function alarmEvent({ about, change, fingerprint, startedS, endedS }: Message): object {
  const { id, title, severity, value, unit, chance, threshold, text, isTest } = about;
  return {
    event_type: change,
    alarm: id,
    title,
    severity,
    value,
    value_unit: unit,
    chance,
    threshold,
    text,
    fingerprint,
    started: isoTime(startedS),
    ended: endedS === null ? null : isoTime(endedS),
    test: isTest,
  };
}
