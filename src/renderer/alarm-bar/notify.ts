import type { Alarm } from '../../contract/alarms.ts';
import { headOf } from './loud.ts';
import { restOf } from './rest.ts';

const told = new Set<string>();

/** Notification of this browser, once for each time an alarm fires, and only where nobody sees the bar: the page is hidden. */
export function notify(alarm: Alarm): void {
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
