import { describe, expect, it } from 'vitest';
import { describedSettings, filledSections } from '../../../src/config/describe.ts';
import type { StationStatus } from '../../../src/contract/status.ts';
import { machineSettings, machineStatus, SHARED } from '../../../src/main/care/shareable.ts';

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

  it('settings: one that is new is not shared before somebody decides, whatever its type', () => {
    const [section] = filledSections(
      () => null,
      () => 'file',
    );
    const [known] = section!.settings;
    for (const type of ['number', 'integer', 'flag', 'choice', 'text'] as const) {
      const settings = [{ ...known!, key: 'site.house_number', type, value: 12 }];
      expect(machineSettings([{ ...section!, settings }]), type).toEqual([
        { key: 'site.house_number', set: true, source: 'file' },
      ]);
    }
  });

  it('settings: no text but the address, no list, no secret and no place is shared, and everything else is', () => {
    const [shared, kept] = [true, false].map((is) => describedSettings().filter(({ key }) => SHARED.has(key) === is));
    expect(shared!.map(({ key }) => key).sort()).toEqual([...SHARED].sort()); // and each that is listed is there
    expect(shared!.filter(({ secret }) => secret)).toEqual([]);
    expect(shared!.filter(({ type }) => ['text', 'list', 'rules'].includes(type)).map(({ key }) => key)).toEqual([
      'server.host',
    ]);
    expect(kept!.filter(({ type }) => !['text', 'list', 'rules'].includes(type)).map(({ key }) => key)).toEqual([
      'site.latitude',
      'site.longitude',
      'site.pressure_offset_hpa',
    ]);
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
