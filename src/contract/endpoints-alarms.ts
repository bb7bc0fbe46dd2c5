import { Alarm, AlarmId, AlarmScore, AlarmScores, Alarms, AlarmTested, SnoozeBody } from './alarms.ts';
import { get, invalid, post } from './endpoint.ts';
import { AlarmsQuery, RehearseQuery } from './requests.ts';

const unknown = { 404: 'no such alarm' };

/** Routes of the alarms. Their rules are settings (`alarms.rules`). */
export const alarmEndpoints = {
  alarms: get('/api/alarms', 'Every alarm with its state', Alarms, { worded: true, query: AlarmsQuery }),
  alarmScores: get('/api/alarms/score', 'How often the chances of each chance alarm came true', AlarmScores),
  rehearseAlarm: get('/api/alarms/:id/rehearse', 'The score that another threshold would have had', AlarmScore, {
    params: AlarmId,
    query: RehearseQuery,
    refusals: { ...unknown, 409: 'an alarm without a chance' },
  }),
  acknowledgeAlarm: post('/api/alarms/:id/acknowledge', 'Acknowledge a firing alarm', Alarm, {
    params: AlarmId,
    refusals: { ...unknown, 409: 'the alarm is not firing' },
  }),
  snoozeAlarm: post('/api/alarms/:id/snooze', 'Deliver nothing of an alarm for some minutes', Alarm, {
    params: AlarmId,
    body: SnoozeBody,
    refusals: { ...invalid, ...unknown, 409: 'the alarm is off' },
  }),
  testAlarm: post('/api/alarms/:id/test', 'Send a test through every channel of an alarm', AlarmTested, {
    params: AlarmId,
    refusals: unknown,
  }),
} as const;
