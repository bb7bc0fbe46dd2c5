import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Tempest } from '../../../src/connections/inputs/tempest.ts';
import { payloads } from '../../station/inputs/support/payloads.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { runningClock, withWaits } from '../../support/running-clock.ts';
import { Intake } from './support/intake.ts';

const recorded = Object.fromEntries(payloads('tempest').map(({ file, text }) => [file, text]));
const observation = (serial: string, atS: number, rainMm = 0.2): string =>
  JSON.stringify({
    serial_number: serial,
    type: 'obs_st',
    obs: [[atS, 0, 1, 2, 90, 3, 1000, 10, 50, 100, 1, 3, rainMm, 1, 0, 0, 2.6, 1]],
  });

let intake: Intake;
let tempest: Tempest;
let hub: Socket;
const listen = async (to: Intake): Promise<void> => {
  intake = to;
  tempest = new Tempest({ port: 0 }, intake.take, intake.tell, intake.ports);
  tempest.start();
  await expect.poll(() => tempest.port).not.toBeNull();
};
beforeEach(async () => {
  hub = createSocket('udp4').bind(0, '127.0.0.1');
  await listen(new Intake());
});
afterEach(async () => {
  hub.close();
  await tempest.stop();
});

const send = (text: string | Buffer, from = hub): Promise<void> =>
  new Promise((resolve, reject) =>
    from.send(text, tempest.port!, '127.0.0.1', (error) => (error ? reject(error) : resolve())),
  );

describe('Tempest over UDP', () => {
  it('every recorded datagram is heard', async () => {
    for (const text of Object.values(recorded)) await send(text);
    const serials = Object.values(recorded).flatMap((text) => {
      const { serial_number, type } = JSON.parse(text) as { serial_number: string; type: string };
      return /hub_status|evt_precip/.test(type) ? [] : [serial_number];
    });
    await expect.poll(() => [...intake.senders].sort()).toEqual([...new Set(serials)].sort());
    expect(intake.told).toEqual([]);
    expect(new Set(intake.heard.map(({ from }) => from))).toEqual(new Set(['127.0.0.1']));
  });

  it('another address with the same serial number is ignored, and told once', async () => {
    await send(observation('ST-1', 60));
    const forger = createSocket('udp4').bind(0, '127.0.0.2');
    for (let n = 0; n < 5; n += 1) await send(observation('ST-1', 120 + n, 9), forger);
    await send(observation('ST-1', 180));
    await expect.poll(() => intake.heard.map(({ sentS }) => sentS)).toEqual([60, 180]);
    expect(intake.told).toEqual(['input.forged']);
    forger.close();
  });

  it('a flood costs no more than its share, is told once, and another hub is heard through it', async () => {
    await tempest.stop();
    await listen(new Intake({ ...runningClock(), steadyMs: () => 0 })); // nothing of the share comes back, however slow the machine
    const flooder = createSocket('udp4').bind(0, '127.0.0.3');
    for (let n = 0; n < 2000; n += 1) await send(observation(`ST-${n}`, 60 + n), flooder);
    await expect.poll(() => intake.told).toContain('input.flood');
    // Said until it is heard: a datagram may be lost behind so many.
    const again = () => send(observation('ST-7777', 60)).then(() => intake.senders);
    await expect.poll(again).toContain('ST-7777');
    expect(intake.heard.length).toBeLessThan(150);
    expect(intake.told.filter((one) => one === 'input.flood')).toHaveLength(1);
    flooder.close();
  });

  it('rubbish is told once and nothing is thrown', async () => {
    for (const text of [
      Buffer.from(Array.from({ length: 1400 }, (_, n) => (n * 37) % 256)),
      Buffer.alloc(60_000, 120),
      '',
      '{',
      'null',
      '{"serial_number":3}',
    ])
      await send(text);
    await send(recorded['obs-st.json']!);
    await expect.poll(() => intake.senders).toEqual(['ST-00000001']);
    expect(intake.told).toEqual(['input.unreadable']);
    expect(intake.logged).toEqual([]);
  });

  it('a fault of whoever takes the messages ends no program: it is logged, and the hub is heard again', async () => {
    let faults = 1;
    const faulty = new Tempest(
      { port: 0 },
      (observations) => {
        if (faults-- > 0) throw new Error('a fault of ours');
        intake.take(observations);
      },
      intake.tell,
      { ...intake.ports, random: () => 0, clock: withWaits((ms) => Math.min(ms, 50)) },
    );
    faulty.start();
    let atS = 60;
    await expect
      .poll(() => {
        atS += 60;
        if (faulty.port) hub.send(observation('ST-1', atS), faulty.port, '127.0.0.1');
        return intake.senders;
      })
      .toEqual(['ST-1']);
    expect(intake.logged).toEqual(['Tempest has ended, and begins again: a fault of ours']);
    await faulty.stop();
  });
  /** Sleeps are cut to 50 ms. */

  it('two programs may listen on one port', async () => {
    const other = new Tempest({ port: tempest.port! }, intake.take, intake.tell, intake.ports);
    other.start();
    await expect.poll(() => other.port).toBe(tempest.port);
    await other.stop();
    expect(intake.told).toEqual([]);
  });
});

describe('Tempest: silence', () => {
  it('of a hub is told after half a minute, and its return', async () => {
    const clock = new FakeClock();
    const quiet = new Intake(clock);
    const alone = new Tempest({ port: 0 }, quiet.take, quiet.tell, quiet.ports);
    alone.start();
    await expect.poll(() => alone.port).not.toBeNull();
    await clock.advance(25_000);
    expect(quiet.told).toEqual([]);
    await clock.advance(600_000);
    expect(quiet.told).toEqual(['input.tempest-silent']);
    await new Promise((resolve) => hub.send(recorded['hub-status.json']!, alone.port!, '127.0.0.1', resolve));
    await expect.poll(() => quiet.told).toEqual(['input.tempest-silent', 'input.works']);
    await clock.advance(20_000);
    expect(quiet.told.slice(2)).toEqual(['input.tempest-no-sensor']);
    await Promise.all([alone.stop(), clock.advance(1000)]);
  });
});
