import { describe, expect, it } from 'vitest';
import { OutdoorProbe } from '../../../../src/station/sensors/periphery/probe.ts';
import { crc8, parseTemperatureFile, parseW1Slave } from '../../../../src/station/sensors/periphery/probe-text.ts';
import vectors from '../../../fixtures/sense-hat-vectors.json' with { type: 'json' };
import { FakeClock } from '../../../support/fake-clock.ts';
import { FakeFiles } from '../../../support/fake-files.ts';

describe('the text of a probe', () => {
  it.each(vectors.ds18b20.cases)('$name', ({ format, text, expect: truth }) => {
    const reading = format === 'w1_slave' ? parseW1Slave(text) : parseTemperatureFile(text);
    expect(reading).toEqual(truth.ok ? { ok: true, celsius: truth.celsius } : { ok: false, reason: truth.reason });
  });

  it('has the checksum of the manufacturer’s own example', () => {
    // Maxim application note 27: ROM code 02 1C B8 01 00 00 00 has the check byte A2.
    expect(crc8([0x02, 0x1c, 0xb8, 0x01, 0x00, 0x00, 0x00])).toBe(0xa2);
  });

  it('believes no line whose checksum the kernel passed but the bytes do not', () => {
    const text = '62 01 4b 46 7f ff 0e 10 04 : crc=04 YES\n62 01 4b 46 7f ff 0e 10 04 t=22125\n';
    expect(parseW1Slave(text)).toEqual({ ok: false, reason: 'crc' });
  });

  it('asks other families for no DS18B20 configuration byte', () => {
    const bytes = [0x2c, 0x00, 0x4b, 0x46, 0xff, 0xff, 0x02, 0x10];
    const line = [...bytes, crc8(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = `${line} : crc=${line.slice(-2)} YES\n${line} t=22000\n`;
    expect(parseW1Slave(text, '28')).toEqual({ ok: false, reason: 'bad_scratchpad' });
    expect(parseW1Slave(text, '10')).toEqual({ ok: true, celsius: 22 });
  });
});

const W1 = '/sys/bus/w1/devices';
const one = '28-0316a2794dff';
const other = '28-0416b1035aff';
const warm = '62 01 4b 46 7f ff 0e 10 03 : crc=03 YES\n62 01 4b 46 7f ff 0e 10 03 t=22125\n';
const frost = 'f8 ff 4b 46 7f ff 08 10 f8 : crc=f8 YES\nf8 ff 4b 46 7f ff 08 10 f8 t=-500\n';
const stuckLow = '00 00 00 00 00 00 00 00 00 : crc=00 YES\n00 00 00 00 00 00 00 00 00 t=0\n';

function running(texts: Record<string, string | (() => Promise<string>)>, id: string | null = null) {
  const files = new FakeFiles(texts);
  const clock = new FakeClock();
  const stop = new AbortController();
  const probe = new OutdoorProbe(files, clock, id, 20);
  const done = probe.run(stop.signal);
  const halt = () => {
    stop.abort();
    return done;
  };
  return { files, clock, probe, stop: halt };
}

describe('the outdoor probe', () => {
  it('reads at once and then every twenty seconds, and its age grows in between', async () => {
    const { files, clock, probe, stop } = running({ [`${W1}/${one}/w1_slave`]: warm });
    await clock.advance(1);
    expect(probe.outdoorC).toBe(22.125);
    files.texts.set(`${W1}/${one}/w1_slave`, frost);
    await clock.advance(19_000);
    expect(probe.status()).toMatchObject({ available: true, device: one, value_c: 22.125, age_s: 19.001, errors: 0 });
    await clock.advance(1_000);
    expect(probe.outdoorC).toBe(-0.5);
    await stop();
  });

  it('shows nothing after three missed reads, tells once, and tells once more when it is back', async () => {
    const { files, clock, probe, stop } = running({ [`${W1}/${one}/w1_slave`]: warm });
    await clock.advance(1);
    files.texts.set(`${W1}/${one}/w1_slave`, stuckLow);
    await clock.advance(40_000);
    expect(probe.outdoorC).toBe(22.125);
    expect(probe.takeNotices()).toEqual([]);
    await clock.advance(20_000);
    expect(probe.outdoorC).toBeNull();
    expect(probe.status()).toMatchObject({ available: false, value_c: null, errors: 3 });
    expect(probe.status()?.age_s).toBeCloseTo(60.001, 6);
    await clock.advance(200_000);
    const down = probe.takeNotices();
    expect(down).toHaveLength(1);
    expect(down[0]).toMatchObject({ kind: 'probe', severity: 'warn', data: { reason: 'bad_scratchpad' } });
    files.texts.set(`${W1}/${one}/w1_slave`, frost);
    await clock.advance(20_000);
    expect(probe.outdoorC).toBe(-0.5);
    expect(probe.takeNotices()).toMatchObject([{ kind: 'probe', severity: 'info' }]);
    await stop();
  });

  it('misses when its folder vanishes and is found again when it is plugged in', async () => {
    const { files, clock, probe, stop } = running({
      [`${W1}/${one}/w1_slave`]: warm,
      [`${W1}/w1_bus_master1/name`]: 'w1',
    });
    await clock.advance(1);
    files.texts.delete(`${W1}/${one}/w1_slave`);
    await clock.advance(60_000);
    expect(probe.status()?.available).toBe(false);
    expect(probe.takeNotices()).toMatchObject([{ data: { reason: 'not_found' } }]);
    files.texts.set(`${W1}/${one}/w1_slave`, frost);
    await clock.advance(20_000);
    expect(probe.outdoorC).toBe(-0.5);
    await stop();
  });

  it('reads the probe the settings name, and no other in its place', async () => {
    const texts = { [`${W1}/${one}/w1_slave`]: warm, [`${W1}/${other}/w1_slave`]: frost };
    const chosen = running(texts, other);
    await chosen.clock.advance(1);
    expect(chosen.probe.status()).toMatchObject({ device: other, value_c: -0.5 });
    chosen.files.texts.delete(`${W1}/${other}/w1_slave`);
    await chosen.clock.advance(60_000);
    expect(chosen.probe.outdoorC).toBeNull();
    await chosen.stop();
  });

  it('takes the first of several when none is named and says so once', async () => {
    const { clock, probe, stop } = running({ [`${W1}/${one}/w1_slave`]: warm, [`${W1}/${other}/w1_slave`]: frost });
    await clock.advance(100_000);
    expect(probe.status()?.device).toBe(one);
    expect(probe.takeNotices()).toMatchObject([{ kind: 'probe', severity: 'info' }]);
    await stop();
  });

  it('takes no ghost of a floating line for a probe', async () => {
    const { clock, probe, stop } = running({ [`${W1}/00-400000000000/w1_slave`]: warm });
    await clock.advance(1);
    expect(probe.status()).toBeNull();
    await stop();
  });

  it('is not missed where there never was one, unless the settings name it', async () => {
    const never = running({});
    await never.clock.advance(100_000);
    expect(never.probe.status()).toBeNull();
    expect(never.probe.takeNotices()).toEqual([]);
    await never.stop();
    const named = running({}, one);
    await named.clock.advance(100_000);
    expect(named.probe.status()).toMatchObject({ available: false, device: one });
    expect(named.probe.takeNotices()).toMatchObject([{ severity: 'warn', data: { reason: 'not_found' } }]);
    await named.stop();
  });

  it('falls back to the temperature file where there is no other', async () => {
    const { clock, probe, stop } = running({ [`${W1}/${one}/temperature`]: '-19562\n' });
    await clock.advance(1);
    expect(probe.outdoorC).toBe(-19.562);
    await stop();
  });

  it('gives up a read after five seconds, starts no second beside it, and drops what it says in the end', async () => {
    let reads = 0;
    let answer: (text: string) => void = () => undefined;
    const hanging = () => {
      reads++;
      return new Promise<string>((resolve) => {
        answer = resolve;
      });
    };
    const { clock, probe, stop } = running({ [`${W1}/${one}/w1_slave`]: hanging });
    await clock.advance(4_999);
    expect(probe.status()?.errors).toBe(0);
    await clock.advance(1);
    expect(probe.status()?.errors).toBe(1);
    await clock.advance(40_000);
    expect(probe.status()?.errors).toBe(3);
    expect(probe.takeNotices()).toMatchObject([{ data: { reason: 'timeout' } }]);
    expect(reads).toBe(1);
    answer(warm);
    await clock.advance(1);
    expect(probe.outdoorC).toBeNull();
    await clock.advance(16_000);
    answer(frost);
    await clock.advance(1);
    expect([reads, probe.outdoorC]).toEqual([2, -0.5]);
    await stop();
  });

  it('wonders when the air stands still for six hours', async () => {
    const { clock, probe, stop } = running({ [`${W1}/${one}/w1_slave`]: warm });
    await clock.advance(6 * 3600_000 - 1);
    expect(probe.takeNotices()).toEqual([]);
    await clock.advance(3600_000);
    expect(probe.takeNotices()).toMatchObject([{ kind: 'probe', severity: 'warn' }]);
    expect(probe.outdoorC).toBe(22.125);
    await stop();
  });

  it('is not confused by a wall clock that jumps', async () => {
    const { clock, probe, stop } = running({ [`${W1}/${one}/w1_slave`]: warm });
    await clock.advance(1_000);
    clock.jumpWallS(86_400);
    expect(probe.status()?.age_s).toBe(1);
    await stop();
  });
});
