import { AlarmCourier, type MessageQueue } from '../../sending/alarm-courier.ts';
import type { Message } from '../../sending/message.ts';
import type { Ports } from '../../sending/ports.ts';
import { type AlertSettings, lackOf, originOf, type ReceiverSettings } from './settings.ts';

const EMPTY_QUEUE: MessageQueue<Message> = { onPut() {}, due: () => [], waiting: () => 0, delivered() {} };

/** Sends a test message to each receiver; their exact answers, masked, on one line each. */
export async function testReceivers(settings: AlertSettings, receivers: readonly ReceiverSettings[], ports: Ports) {
  const origin = await originOf(settings);
  return Promise.all(
    receivers.map(async ({ name, channel }) => {
      if ('enabled' in channel) return { name, isTaken: false, text: lackOf(channel) };
      const parts = { name, channel, queue: EMPTY_QUEUE, ports, origin: async () => origin, isHeld: false };
      const answer = await new AlarmCourier(parts).test(origin.speaker);
      if ('error' in answer) return { name, isTaken: false, text: answer.error };
      const text = answer.text.replaceAll(/\s+/g, ' ').trim();
      return { name, isTaken: answer.outcome === 'ok', text: `${answer.status ?? ''} ${text}`.trim() };
    }),
  );
}
