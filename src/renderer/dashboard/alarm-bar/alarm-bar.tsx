import { useComputed, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Alarm } from '../../../contract/alarms.ts';
import { live, post } from '../../kit/data/station.ts';
import { useTask } from '../../kit/data/task.ts';
import { Warning } from '../../kit/icons-over.tsx';
import { isBounce } from '../../kit/parts/bounce.ts';
import { Button } from '../../kit/parts/button.tsx';
import { hashOf } from '../../kit/router.ts';
import { t } from '../texts/alarm-bar.ts';
import { alarms, headOf, loud } from './loud.ts';
import { restOf } from './rest.ts';

const LATER_MINUTES = 60;

/** Bar of the loudest alarm, on every screen until somebody acknowledges it or puts it off. Loaded when one fires. */
export default function AlarmBar() {
  alarms.use();
  const task = useTask<unknown>();
  const waiting = useComputed(() => live.value?.alarms);
  useSignalEffect(() => {
    void waiting.value;
    void alarms.load();
  });
  useSignalEffect(() => {
    for (const alarm of loud.value) notify(alarm);
  });
  const [alarm, ...others] = loud.value;
  const shown = useRef<{ id: string; sinceMs: number } | null>(null);
  if (!alarm) return null;
  if (shown.current?.id !== alarm.id)
    shown.current = { id: alarm.id, sinceMs: shown.current ? performance.now() : Number.NEGATIVE_INFINITY };
  const send = async (what: 'acknowledge' | 'snooze', body?: object): Promise<void> => {
    if (isBounce(shown.current!.sinceMs)) return; // meant for the alarm that stood here a moment ago
    await task.run(() => post(`/api/alarms/${alarm.id}/${what}`, body));
    await alarms.load();
  };
  return (
    <section class="alarm-bar" role="alert" aria-label={t.bar.label}>
      <Warning />
      <a class="alarm-words" href={hashOf('alarms')}>
        <b>
          <bdi>{headOf(alarm)}</bdi>
        </b>
        <span>
          {task.problem.value ?? restOf(alarm)}
          {others.length > 0 && ` · ${t.bar.more({ n: others.length })}`}
        </span>
      </a>
      <Button name={t.bar.later} onClick={() => void send('snooze', { minutes: LATER_MINUTES })} />
      <Button kind="got-it" name={t.bar.gotIt} onClick={() => void send('acknowledge')} />
    </section>
  );
}

const told = new Set<string>();

/** Notification of this browser, once for each time an alarm fires, and only where nobody sees the bar: the page is hidden. */
function notify(alarm: Alarm): void {
  const { fingerprint } = alarm;
  if (fingerprint === null || told.has(fingerprint)) return;
  told.add(fingerprint);
  if (document.visibilityState === 'visible' || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  void show(headOf(alarm), { body: restOf(alarm), tag: fingerprint, icon: '/static/icons/weatherglass-180.png' });
}

/** Telephones take one from the page's worker alone. */
async function show(title: string, options: NotificationOptions): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, options);
  else new Notification(title, options);
}
