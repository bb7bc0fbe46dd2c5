import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../../src/contract/settings.ts';
import { scryptCheck } from '../../../src/http/scrypt.ts';
import type { Misfits } from '../../../src/server/ports.ts';
import type { Sentence } from '../../../src/words/sentence.ts';
import { told } from '../../support/misfits-told.ts';
import { settingsHome } from './settings-home.ts';

const { at, desk, read, setting, text, inForce } = settingsHome();

const BY_HAND = `# My station, by the window
site:
  name: Attic # says grandmother
  altitude_m: 50
`;

describe('the settings as they are shown', () => {
  it('say of each what it means, how far it goes, what it is and who said so', () => {
    writeFileSync(at.file, BY_HAND);
    const of = desk({ WEATHERGLASS_SITE__INDOORS: 'false' }, { port: '9000' });
    expect(setting('site.altitude_m', of)).toMatchObject({
      title: 'Elevation',
      type: 'number',
      min: -500,
      max: 5000,
      default: 0,
      value: 50,
      source: 'file',
      locked: false,
      restart: false,
      secret: false,
    });
    expect(setting('site.indoors', of)).toMatchObject({ value: false, source: 'environment', locked: true });
    expect(setting('server.port', of)).toMatchObject({ value: 9000, source: 'option', locked: true, restart: true });
    expect(setting('site.latitude', of)).toMatchObject({ value: null, source: 'default', nullable: true });
    expect(setting('access.writes', of).options).toEqual(['open', 'pin', 'local']);
    expect(setting('display.rotation_deg', of)).toMatchObject({ type: 'choice', options: [0, 90, 180, 270] });
    expect(setting('server.cors_origins', of)).toMatchObject({ type: 'list', value: [] });
  });
  it('all have words, and their default is what an empty file means', () => {
    for (const one of read().sections.flatMap(({ settings }) => settings)) {
      expect(one.title, one.key).toMatch(/^\S.{2,}/);
      expect(one.help, one.key).not.toBe('');
      if (!one.secret) expect(one.value, one.key).toEqual(one.default);
    }
  });
  it('of a file that no station could start with are refused in a sentence', async () => {
    for (const text of ['site: [', 'site: { name: *Home }', 'site: &a { name: *a }', 'site: { colour: blue }']) {
      writeFileSync(at.file, text);
      const refusal = { error: expect.stringContaining('has a mistake') };
      expect([desk().read(), desk().asFile()]).toMatchObject([refusal, refusal]);
      expect(await desk().change({ 'site.name': 'Attic' }, null)).toMatchObject(refusal);
    }
  });
});

describe('a change', () => {
  it('keeps comments, order and what else stands in the file, and the old file beside it', async () => {
    writeFileSync(at.file, BY_HAND);
    chmodSync(at.file, 0o640);
    const changed = await desk().change({ 'site.altitude_m': 42, 'kiosk.zoom': 1.5 }, null);
    expect(changed).toEqual({ applied: ['site.altitude_m'], restart: ['kiosk.zoom'], begins: true });
    expect(text()).toBe(`${BY_HAND.replace('altitude_m: 50', 'altitude_m: 42')}kiosk:\n  zoom: 1.5\n`);
    expect(readFileSync(`${at.file}.old`, 'utf8')).toBe(BY_HAND);
    expect(statSync(at.file).mode & 0o777).toBe(0o640);
    expect(existsSync(`${at.file}.new`)).toBe(false);
  });
  it('makes the file where there is none, and follows a link without replacing it', async () => {
    await desk().change({ 'site.name': 'yes' }, null);
    expect(inForce().site.name).toBe('yes');
    const real = join(at.folder, 'real.yaml');
    writeFileSync(real, BY_HAND);
    rmSync(at.file);
    symlinkSync(real, at.file);
    await desk().change({ 'site.altitude_m': 7 }, null);
    expect(readFileSync(real, 'utf8')).toContain('altitude_m: 7');
  });
  it('to what stands there already is none: nothing is in force by it, and nobody begins again for it', async () => {
    writeFileSync(at.file, BY_HAND);
    const told: (readonly string[])[] = [];
    const of = desk({}, {}, (keys) => told.push(keys) === 0);
    expect(await of.change({ 'uploads.windy.key': 'hush' }, null)).toMatchObject({ applied: ['uploads.windy.key'] });
    of.answered();
    expect(await of.change({ 'uploads.windy.key': 'hush' }, null)).toEqual({ applied: [], restart: [], begins: false });
    of.answered();
    expect(told).toEqual([['uploads.windy.key']]);
  });
  it('of alarm rules alone is in force before its answer leaves, and nothing begins again unless that is due', async () => {
    const told: (readonly string[])[] = [];
    let isDue = false;
    const of = desk({}, {}, (keys) => told.push(keys) > 0 && isDue);
    const rules = { 'alarms.rules': [{ id: 'heat', enabled: true }] };
    expect(await of.change(rules, null)).toEqual({ applied: ['alarms.rules'], restart: [], begins: false });
    expect(told).toEqual([['alarms.rules']]);
    expect(await of.change({ 'alarms.rules': [], 'site.name': 'Attic' }, null)).toMatchObject({ begins: true });
    expect(told).toHaveLength(1);
    of.answered();
    expect(told.at(-1)).toEqual(['alarms.rules', 'site.name']);
    isDue = true; // they wait for the new beginning, and say so
    expect(await of.change(rules, null)).toMatchObject({ begins: true });
  });
  it('with one reason per key when it cannot be, and then nothing of it is', async () => {
    writeFileSync(at.file, BY_HAND);
    const refused = await desk({ WEATHERGLASS_SITE__INDOORS: 'false' }).change(
      { 'site.indoors': true, 'site.colour': 'blue', site: {}, __proto__: 1, 'constructor.name': 2 },
      null,
    );
    expect(told(refused)).toEqual({
      misfits: {
        'site.indoors': expect.stringContaining('environment'),
        'site.colour': 'site.colour is not a setting',
        site: 'site is not a setting',
        'constructor.name': 'constructor.name is not a setting',
      },
    });
    const wrong = { 'site.altitude_m': 9000, 'site.name': '', 'sensors.mount': 'ceiling', 'site.latitude': 1 };
    expect(told(await desk().change(wrong, null))).toEqual({
      misfits: {
        'site.altitude_m': 'site.altitude_m is 9000, must be a number from -500 to 5000',
        'site.name': expect.stringContaining('site.name is ""'),
        'sensors.mount': expect.stringContaining('must be one of flat, upside-down, wall'),
      },
    });
    expect(text()).toBe(BY_HAND);
  });
  it.each(['a\u0000b', 'a\nb', '   ', '\u200b', 'a\u2028b'])(
    'into a name that is no line of letters is refused: %j',
    async (name) => {
      expect(told(await desk().change({ 'site.name': name }, null))).toEqual({
        misfits: { 'site.name': expect.stringContaining('must be one line with at least one visible character') },
      });
      expect(existsSync(at.file)).toBe(false);
    },
  );

  it('of settings that contradict one another, or that this machine could not start with, is refused', async () => {
    const refusedFor = async (changes: Record<string, unknown>) => {
      const { misfits } = (await desk().change(changes, null)) as Misfits;
      for (const why of Object.values(misfits))
        expect(why.said).toMatchObject({ code: expect.stringMatching('field') });
      return Object.keys(misfits);
    };
    expect(await refusedFor({ 'compensation.k_min': 2, 'compensation.k_max': 1 })).toEqual([
      'compensation.k_min',
      'compensation.k_max',
    ]);
    expect(await refusedFor({ 'access.writes': 'pin' })).toEqual(['access.writes']);
    expect(await refusedFor({ 'server.host': '203.0.113.7' })).toEqual(['server.host']);
    expect(await refusedFor({ 'server.host': 'localhost\0' })).toEqual(['server.host']);
    expect(await refusedFor({ 'server.allowed_hosts': Array(101).fill('a') })).toEqual(['server.allowed_hosts']);
    expect(await refusedFor({ 'sensors.source': 'replay:/etc/passwd' })).toEqual(['sensors.source']);
    // A board that cannot be there would have the simulated history set aside, and then measure nothing.
    expect(await refusedFor({ 'sensors.source': 'sense-hat', 'sensors.i2c_bus': 63 })).toEqual(['sensors.source']);
    expect(existsSync(at.file)).toBe(false);
  });
  it('of a file that was edited meanwhile is not made', async () => {
    writeFileSync(at.file, BY_HAND);
    const { etag } = read();
    writeFileSync(at.file, `${BY_HAND}  indoors: false\n`);
    expect(await desk().change({ 'site.altitude_m': 1 }, `"${etag}"`)).toEqual({ changedMeanwhile: true });
    expect(text()).toContain('altitude_m: 50');
    expect(await desk().change({ 'site.altitude_m': 1 }, `W/"x", "${read().etag}"`)).toHaveProperty('applied');
  });
  it('has an etag that nobody can work out from a guess of what the file hides', async () => {
    writeFileSync(at.file, 'mqtt: { password: hunter2 }\n');
    utimesSync(at.file, 1e9, 1e9);
    const { etag } = read();
    writeFileSync(at.file, 'mqtt: { password: another }\n');
    utimesSync(at.file, 1e9, 1e9);
    const ofAnother = read().etag;
    utimesSync(at.file, 1e9, 1e9 + 1);
    expect([ofAnother === etag, read().etag === etag]).toEqual([true, false]); // a change of it is known by its time alone
  });
  it('has the same etag after a new start of the program', async () => {
    writeFileSync(at.file, BY_HAND);
    const { etag } = read();
    vi.resetModules();
    const anew = await import('../../../src/main/settings-file/settings-file.ts');
    const of = new anew.SettingsFile({
      origin: { options: {}, env: {}, file: at.file },
      running: { owner: null, port: 8000 },
    });
    expect(await of.change({ 'site.altitude_m': 1 }, `"${etag}"`)).toHaveProperty('applied');
  });
  it('for any state of the file is made for a star without quotes alone', async () => {
    expect(await desk().change({ 'site.altitude_m': 1 }, '*')).toHaveProperty('applied');
    expect(await desk().change({ 'site.altitude_m': 2 }, '"*"')).toEqual({ changedMeanwhile: true });
  });
  it('changes no other setting that goes by the same value, and falls over none', async () => {
    const named = `filters:\n  temperature_memory_s: &m 400\n  humidity_memory_s: *m
server:\n  allowed_hosts: &l [a.b]\ninputs:\n  rtl433:\n    args: *l\n`;
    writeFileSync(at.file, named);
    const reasonFor = async (key: string, value: unknown) =>
      ((await desk().change({ [key]: value }, null)) as { misfits?: Record<string, Sentence> }).misfits?.[key]?.detail;
    expect(await reasonFor('filters.temperature_memory_s', 500)).toContain('other settings in the file');
    expect(await reasonFor('server.allowed_hosts', ['x'])).toContain('other settings in the file');
    expect(text()).toBe(named);
    expect(await reasonFor('filters.humidity_memory_s', 500)).toBeUndefined();
    expect(inForce().filters).toMatchObject({
      temperature_memory_s: 400,
      humidity_memory_s: 500,
    });
  });
  it('leaves the ends of the lines as they are, and takes a section whose every line is a comment', async () => {
    writeFileSync(at.file, 'log:\r\n  # loud\r\n  level: warn # quiet\r\nsite:\r\n  # altitude_m: 3\r\n');
    expect(read().sections[0]!.settings.every(({ source }) => source === 'default')).toBe(true);
    expect(await desk().change({ 'log.level': 'info' }, null)).toHaveProperty('restart');
    expect(text()).toMatch(/^log:\r\n {2}# loud\r\n {2}level: info # quiet\r\nsite:\s+# altitude_m: 3\r\n$/);
  });
  it('one after another sees what the one before has written', async () => {
    const of = desk();
    await Promise.all([of.change({ 'site.altitude_m': 1 }, null), of.change({ 'site.indoors': false }, null)]);
    expect(inForce().site).toMatchObject({ altitude_m: 1, indoors: false });
  });
});

describe('a PIN', () => {
  it('goes in as digits, is kept as a hash, and never comes out', async () => {
    expect(await desk().change({ 'access.writes': 'pin', 'access.pin_hash': '4711' }, null)).toHaveProperty('applied');
    const kept = inForce().access.pin_hash!;
    expect(await scryptCheck(kept)!('4711')).toBe(true);
    expect(JSON.stringify(read())).not.toContain(kept.slice(7, 20));
    expect(setting('access.pin_hash')).toMatchObject({ secret: true, value: null, source: 'file' });
    const refused = await desk().change({ 'access.pin_hash': 'hunter2' }, null);
    expect(told(refused)).toEqual({ misfits: { 'access.pin_hash': expect.stringContaining('4 to 12 digits') } });
    expect(JSON.stringify(refused)).not.toContain('hunter2');
  });
});

it('a change without a PIN does not wait for all the hashes before it', async () => {
  const of = desk();
  const done: string[] = [];
  const pins = Array.from({ length: 6 }, (_, i) => of.change({ 'access.pin_hash': `12${i}99` }, null));
  const told = pins.map((pin, i) => pin.then(() => done.push(`PIN ${i}`)));
  await of.change({ 'site.name': 'Attic' }, null).then(() => done.push('name'));
  expect(done.length).toBeLessThan(5);
  await Promise.all(told);
  expect(done.slice(-1)).toEqual(['PIN 5']); // these one after another, as they came
  const kept = inForce();
  expect([kept.site.name, await scryptCheck(kept.access.pin_hash!)!('12599')]).toEqual(['Attic', true]);
});

it('a folder in the place of the file is told, and is no fault of ours', async () => {
  mkdirSync(at.file);
  expect(desk().read()).toMatchObject({ error: expect.stringContaining('EISDIR') });
  expect(await desk().change({ 'site.altitude_m': 1 }, null)).toHaveProperty('error');
});

it('a file that has not changed is understood once', () => {
  writeFileSync(at.file, BY_HAND);
  const of = desk();
  expect(read(of).sections).toEqual(read(of).sections);
  expect((of.read() as Settings).sections).toBe((of.read() as Settings).sections);
  writeFileSync(at.file, 'site: { name: Cellar }');
  expect(setting('site.name', of).value).toBe('Cellar');
});

describe('a file that this station may not write', () => {
  it('is shown as such, and a change says so', async () => {
    // Not by its mode: root, who runs this in CI, may write any. A folder that is none refuses everybody.
    const blocked = join(at.folder, 'not-a-folder');
    writeFileSync(blocked, '');
    at.file = join(blocked, 'config.yaml');
    expect(read().writable).toBe(false);
    expect(await desk().change({ 'site.altitude_m': 1 }, null)).toMatchObject({
      error: expect.stringContaining('cannot write its settings file'),
    });
  });
});
