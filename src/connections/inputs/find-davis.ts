import { createSocket } from 'node:dgram';
import type { Clock } from '../../base/clock.ts';
import { isPrivateAddress } from './private-address.ts';

/** Multicast DNS, or what stands in for it in a test. */
export interface Mdns {
  address: string;
  port: number;
}
const MDNS: Mdns = { address: '224.0.0.251', port: 5353 };
const SERVICE = '_weatherlinklive';
const ASK_EVERY_MS = 5000;
const QUESTIONS = 3;

/**
 * Question for PTR records: head, each label behind its length (`SERVICE` has 16 letters), type, class. Over Wi-Fi the device answers no query
 * whose id is above 4: 0.
 */
const QUESTION = Buffer.from(`\0\0\0\0\0\x01\0\0\0\0\0\0\x10${SERVICE}\x04_tcp\x05local\0\0\x0c\0\x01`);

/** Whether it is an answer (the first bit of its flags) that names the service. The device serves on port 80; its address is the sender's. */
const isAnswer = (bytes: Buffer): boolean => bytes.length > 12 && (bytes[2]! & 0x80) !== 0 && bytes.includes(SERVICE);

/** Address of a WeatherLink Live in this network, by multicast DNS; null when none answers in fifteen seconds. */
export async function findDavis(clock: Clock, signal: AbortSignal, mdns = MDNS): Promise<string | null> {
  const found = new AbortController();
  let address: string | null = null;
  const socket = createSocket('udp4');
  socket.on('message', (bytes, sender) => {
    if (!isAnswer(bytes) || !isPrivateAddress(sender.address)) return;
    address ??= sender.address;
    found.abort();
  });
  socket.on('error', () => found.abort()); // no network: there is nobody to be found
  try {
    for (let n = 0; n < QUESTIONS && !signal.aborted && !found.signal.aborted; n += 1) {
      socket.send(QUESTION, mdns.port, mdns.address, (error) => error && found.abort());
      await clock.sleep(ASK_EVERY_MS, AbortSignal.any([signal, found.signal]));
    }
  } finally {
    socket.close();
  }
  return address;
}
