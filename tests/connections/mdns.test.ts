import { createSocket } from 'node:dgram';
import { expect, it, vi } from 'vitest';
import { announce, serviceName } from '../../src/connections/mdns/announce.ts';
import { lanAddress } from '../support/lan.ts';

/** What a machine with a lot to do takes for a datagram. */
const SOON = { timeout: 60_000 };

const GROUP = '224.0.0.251';
const PORT = 5353;

/** A letter of DNS: each name's parts stand in it with their length. */
const named = (packet: Buffer, name: string): boolean =>
  packet.includes(Buffer.concat([Buffer.from([Buffer.byteLength(name)]), Buffer.from(name)]));

it.skipIf(!lanAddress)('a station is heard on the LAN by its name, and who leaves says so', async () => {
  const heard: Buffer[] = [];
  const ear = createSocket({ type: 'udp4', reuseAddr: true });
  ear.on('message', (packet) => heard.push(packet));
  await new Promise<void>((resolve) => ear.bind(PORT, resolve));
  ear.addMembership(GROUP, lanAddress);
  const about = { port: 21_520, version: '1.4.0', id: 'wg_8f3a21c04b7e' };
  const name = `Haus am See ${process.pid}`;
  const goodbye = await announce({ name, ...about, renamed: () => undefined });
  try {
    await vi.waitFor(() => {
      const answer = heard.find((packet) => (packet[2]! & 0x80) !== 0 && named(packet, name));
      expect(answer && named(answer, '_http')).toBe(true);
      expect(answer?.includes('id=wg_8f3a21c04b7e')).toBe(true);
    }, SOON);
  } finally {
    heard.length = 0;
    await goodbye();
  }
  await vi.waitFor(() => expect(heard.some((packet) => named(packet, name))).toBe(true), SOON);
  ear.close();
});

it('a name is what DNS takes: whole letters, 63 bytes with a number behind it, no dot at its end', () => {
  expect(serviceName('St. Moritz (oben)')).toBe('St. Moritz (oben)');
  expect(serviceName('ä'.repeat(40))).toBe('ä'.repeat(28));
  expect(serviceName('日本'.repeat(20))).toBe(`${'日本'.repeat(9)}日`);
  expect(serviceName('a\u0007b\0c')).toBe('a b c');
  expect(serviceName('Garden St.')).toBe('Garden St');
  expect(serviceName('. .')).toBe('Weatherglass');
});

it.skipIf(!lanAddress)(
  'a second one of the same name takes another, which it is told, also where it is the longest there is',
  async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const name = `Zwilling ${process.pid} `.padEnd(40, 'ä');
    const told: string[] = [];
    const about = { name, version: '1.4.0', id: null, renamed: (now: string) => told.push(now) };
    const goodbyes = [await announce({ ...about, port: 21_920 }), await announce({ ...about, port: 21_921 })];
    await Promise.all(goodbyes.map((goodbye) => goodbye()));
    expect(told).toEqual([`${serviceName(name)} (2)`]);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  },
);
