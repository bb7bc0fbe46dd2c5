import { describe, expect, it } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import type { Patient } from '../../../src/main/doctor/check.ts';
import type { HeardInput, PortState } from '../../../src/main/doctor/facilities.ts';
import { inputsCheck } from '../../../src/main/doctor/inputs-check.ts';

interface Played {
  heard?: Partial<HeardInput>[] | null;
  program?: boolean;
  port?: PortState;
}
const GARDEN: HeardInput = {
  name: 'Garden',
  model: null,
  kind: 'ecowitt',
  adopted: true,
  retired: false,
  silent: false,
  lost: [],
  battery: {},
};

async function looked(inputs: object, { heard = null, program = true, port = 'free' }: Played = {}): Promise<string> {
  const { status, detail } = await inputsCheck.look({
    config: Config.parse({ inputs }),
    configFile: '/etc/weatherglass/config.yaml',
    address: { host: '127.0.0.1', port: 8000 },
    facilities: {
      inputs: async () => heard?.map((one) => ({ ...GARDEN, ...one })) ?? null,
      hasProgram: async () => program,
      port: async () => port,
    },
  } as unknown as Patient);
  return `${status}: ${detail.detail}`;
}

const consoles = { ecowitt: { enabled: true, port: 8090 } };

describe('doctor: bought stations and sensors', () => {
  it.each<[string, object, Played, string]>([
    ['nothing is switched on', {}, {}, 'ok: none switched on'],
    [
      'the receiver’s program is missing',
      { rtl433: { enabled: true } },
      { program: false },
      'fail: the program rtl_433 for radio sensors is missing',
    ],
    [
      'the port is taken',
      consoles,
      { port: 'taken' },
      'fail: another program uses TCP port 8090, where consoles report',
    ],
    ['the station does not run', consoles, {}, 'ok: switched on; the station does not run'],
    ['nobody reports', consoles, { heard: [] }, 'warn: switched on, and nobody has reported yet'],
    ['one waits', consoles, { heard: [{ adopted: false }] }, 'warn: 1 sender waits for you to add it'],
    [
      'one is silent',
      consoles,
      { heard: [{}, { silent: true, name: null, model: 'Roof' }] },
      'warn: silent, or without one of their sensors: Roof',
    ],
    [
      'a sensor is missing',
      consoles,
      { heard: [{ lost: ['rain'] }] },
      'warn: silent, or without one of their sensors: Garden',
    ],
    ['a battery is low', consoles, { heard: [{ battery: { outdoor: 'low' } }] }, 'warn: battery low: Garden'],
    [
      'a stranger is silent',
      consoles,
      { heard: [{}, { adopted: false, silent: true }, { retired: true, silent: true }] },
      'ok: 1 sender reports',
    ],
  ])('%s', async (_, inputs, played, said) => {
    expect(await looked(inputs, played)).toBe(said);
  });
});
