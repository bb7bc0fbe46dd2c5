import { writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { configExample } from '../../../scripts/example-settings.ts';
import { describedSections } from '../../../src/config/describe.ts';
import { Settings } from '../../../src/contract/settings.ts';
import { told } from '../../support/misfits-told.ts';
import { settingsHome } from './settings-home.ts';

vi.mock('../../../src/config/config.ts', (original) => import('./with-parts.ts').then((it) => it.withParts(original)));

const { at, desk, text, inForce } = settingsHome();
const settings = (of = desk()) => {
  const section = Settings.parse(of.read()).sections.find(({ name }) => name === 'test_uploads')!;
  return Object.fromEntries(section.settings.map((one) => [one.key, one]));
};
const uploads = (env: Record<string, string> = {}) =>
  (inForce(env) as unknown as { test_uploads: Record<string, unknown> }).test_uploads;

it('a setting of a part has words of its own, else those of every part', () => {
  const { settings: all } = describedSections().find(({ name }) => name === 'uploads')!;
  const said = (key: string) => all.find((one) => one.key === key);
  const group = 'Citizen Weather Observer Program';
  expect(said('uploads.cwop.id')).toMatchObject({
    group,
    title: 'Station ID',
    help: 'Call sign, or CW and four digits.',
  });
  expect(said('uploads.cwop.key')).toMatchObject({ group, title: 'Key' });
});

it('a text tells the most characters it may have, which its field on the page takes for its own limit', () => {
  const site = describedSections().find(({ name }) => name === 'site')!.settings;
  expect(site.find(({ key }) => key === 'site.name')).toMatchObject({ type: 'text', max: 40 });
});

it('a setting of a part names its part, and a secret never comes out', () => {
  writeFileSync(at.file, 'test_uploads: { testnet: { id: IBERLIN1, key: hunter2 } }');
  expect(Object.keys(settings())).toHaveLength(9);
  expect(settings()['test_uploads.testnet.id']).toMatchObject({
    group: 'test_uploads.testnet',
    value: 'IBERLIN1',
    source: 'file',
  });
  expect(settings()['test_uploads.hourly']).not.toHaveProperty('group');
  expect(settings()['test_uploads.testnet.key']).toMatchObject({ secret: true, value: null, source: 'file' });
  expect(settings()['test_uploads.othernet.every_s']).toMatchObject({ value: 300, min: 60, source: 'default' });
  expect(JSON.stringify(desk().read())).not.toContain('hunter2');
});

it('a change goes into its part, and leaves the comments of the others', async () => {
  writeFileSync(at.file, 'test_uploads:\n  othernet:\n    id: A # of the attic\n  testnet: # nothing yet\n');
  const changes = { 'test_uploads.testnet.key': 'hunter2', 'test_uploads.testnet.enabled': true };
  expect(await desk().change(changes, null)).toEqual({ applied: Object.keys(changes), restart: [], begins: true });
  expect(uploads()).toMatchObject({ testnet: { key: 'hunter2', enabled: true }, othernet: { id: 'A' } });
  expect(text()).toContain('id: A # of the attic');
});

it('a file without the section, and one with an empty part, take it', async () => {
  expect(await desk().change({ 'test_uploads.testnet.id': 'X' }, null)).toHaveProperty('applied');
  expect(text()).toBe('test_uploads:\n  testnet:\n    id: X\n');
  writeFileSync(at.file, 'test_uploads:\n  testnet:\n');
  expect(uploads()).toMatchObject({ testnet: { id: null } });
});

it('what cannot be has its reason at its key, and a secret is not repeated', async () => {
  const secret = 'x'.repeat(81);
  const refused = await desk().change(
    { 'test_uploads.testnet.every_s': 1, 'test_uploads.othernet.key': secret, 'test_uploads.testnet': {} },
    null,
  );
  expect(told(refused)).toEqual({ misfits: { 'test_uploads.testnet': 'test_uploads.testnet is not a setting' } });
  expect(
    told(await desk().change({ 'test_uploads.testnet.every_s': 1, 'test_uploads.othernet.key': secret }, null)),
  ).toEqual({
    misfits: {
      'test_uploads.testnet.every_s': 'test_uploads.testnet.every_s is 1, must be a whole number from 60 to 3600',
      'test_uploads.othernet.key': 'test_uploads.othernet.key must have 0 to 80 letters',
    },
  });
});

it('the environment has the last word about a part, too', async () => {
  const env = { WEATHERGLASS_TEST_UPLOADS__TESTNET__ID: '007', WEATHERGLASS_TEST_UPLOADS__TESTNET__ENABLED: 'true' };
  writeFileSync(at.file, 'test_uploads: { testnet: { id: A, every_s: 60 } }');
  expect(uploads(env)).toMatchObject({ testnet: { id: '007', enabled: true, every_s: 60 } });
  expect(settings(desk(env))['test_uploads.testnet.id']).toMatchObject({ source: 'environment', locked: true });
  expect(await desk(env).change({ 'test_uploads.testnet.id': 'B' }, null)).toHaveProperty('misfits');
});

it('the example of the file shows the parts', () => {
  expect(configExample()).toContain(
    '  # Citizen Weather Observer Program\n  cwop:\n    # Send readings to this network.\n    enabled: false',
  );
});
