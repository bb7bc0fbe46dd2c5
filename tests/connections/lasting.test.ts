import { expect, it } from 'vitest';
import { lasting } from '../../src/connections/lasting.ts';
import { NOON } from './support/measured.ts';
import { eachSending, type Sending } from './support/sending.ts';

let sending: Sending;
eachSending((one) => (sending = one));

it('a courier that a fault ends begins again, later and later, and says each fault once', async () => {
  const { world, network, ended } = sending;
  const began: number[] = [];
  const ports = network.ports();
  const run = async () => {
    began.push(world.clock.nowS() - NOON);
    if (began.length < 4) throw new Error('disk I/O error');
  };
  const done = lasting({ name: 'net', run }, ports, ended.signal);
  await world.clock.advance(3_600_000);
  await done;
  expect(began).toEqual([0, 5, 15, 35]);
  expect(ports.told).toEqual(['warn net has ended, and begins again: disk I/O error']);
});
