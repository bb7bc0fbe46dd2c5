import { afterAll, expect, it } from 'vitest';
import { EventCursor } from '../../../src/station/outbox/event-cursor.ts';
import { clearFolders, openIn, START, tempFolder } from '../../durability/support.ts';

afterAll(clearFolders);

it('events that happen before a broker has taken the first one wait for it over a new start of the program', () => {
  const folder = tempFolder();
  const happen = (detail: string): void =>
    void store.events.add({ ts: START, kind: 'label', severity: 'info', detail });
  let store = openIn(folder);
  happen('before MQTT was there');
  new EventCursor(store, () => START);
  happen('while the broker was not');
  store.close();

  store = openIn(folder);
  const cursor = new EventCursor(store, () => START);
  expect(cursor.after(cursor.id, 20).map(({ detail }) => detail)).toEqual(['while the broker was not']);
  store.close();
});
