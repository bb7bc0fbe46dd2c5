import { endpoints } from '../../contract/endpoints.ts';
import { found } from '../../http/api-error.ts';
import type { AlarmsFacet } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import type { Answering } from '../answers/answering.ts';

export function alarmRoutes({ read, change }: Answering<AlarmsFacet>): void {
  const unknown = (id: string) => sentence('refusal.alarm', { id });
  read(endpoints.alarms, ({ of, speaker, query: { units } }) => of.list(speaker, units));
  read(endpoints.alarmScores, ({ of }) => of.scores());
  read(endpoints.rehearseAlarm, ({ of, params: { id }, query: { on, days } }) =>
    found(of.rehearse(id, on, days), unknown(id)),
  );
  change(endpoints.acknowledgeAlarm, ({ of, params: { id }, speaker }) =>
    found(of.acknowledge(id, speaker), unknown(id)),
  );
  change(endpoints.snoozeAlarm, ({ of, params: { id }, body: { minutes }, speaker }) =>
    found(of.snooze(id, minutes, speaker), unknown(id)),
  );
  change(endpoints.testAlarm, ({ of, params: { id } }) => found(of.test(id), unknown(id)));
}
