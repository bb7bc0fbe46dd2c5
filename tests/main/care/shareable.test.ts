import { describe, expect, it } from 'vitest';
import { describedSettings, filledSections } from '../../../src/config/describe.ts';
import type { StationStatus } from '../../../src/contract/status.ts';
import { isShared, machineSettings, machineStatus } from '../../../src/main/care/shareable.ts';

describe('support file: allow lists', () => {
  it('status: a field that is not listed is left out', () => {
    const status = {
      name: 'Villa Sonnenschein',
      version: '1.0.0',
      outdoor_probe: { available: true, device: '28-1', value_c: 3.25, age_s: 1, errors: 0, room: 'bedroom' },
      site: {
        configured: true,
        latitude: 47.3,
        longitude: 8.5,
        altitude_m: 408,
        timezone: 'Europe/Zurich',
        indoors: true,
      },
      notices: [],
      address: 'Seestrasse 1',
    } as unknown as StationStatus;
    expect(JSON.parse(JSON.stringify(machineStatus(status)))).toEqual({
      version: '1.0.0',
      probe: { available: true, device: '28-1', age_s: 1, errors: 0 },
      placed: true,
      indoors: true,
      notices: [],
    });
  });

  it('settings: each one is decided', () => {
    expect(describedSettings().filter(({ key }) => isShared(key) === undefined)).toEqual([]);
    expect(describedSettings().filter(({ key, secret }) => secret && isShared(key))).toEqual([]);
  });

  it('settings: a text that the owner wrote is only said to be set; choices, numbers and flags are shared', () => {
    const said = JSON.stringify(
      machineSettings(
        filledSections(
          (key) => (key === 'sensors.mount' ? 'wall' : `of ${key}`),
          (key) => (key === 'mqtt.url' ? 'file' : 'default'),
        ),
      ),
    );
    expect(said).toContain('{"key":"sensors.mount","value":"wall","source":"default"}');
    expect(said).toContain('{"key":"mqtt.url","set":true,"source":"file"}');
    for (const own of [
      'site.name',
      'site.latitude',
      'site.longitude',
      'site.timezone',
      'fleet.login',
      'uploads.cwop.id',
      'mqtt.username',
    ])
      expect(said).not.toContain(`of ${own}`);
  });
});
