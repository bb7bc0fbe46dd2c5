import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { told } from '../../support/misfits-told.ts';
import { settingsHome } from './settings-home.ts';

const { at, desk, setting, text, inForce } = settingsHome();

const WEBHOOK = 'alarms.channels.webhook.url';
const ARGS = 'inputs.rtl433.args';
const SLACK = 'https://hooks.slack.com/services/T0AAAA11/B0BBBB22/kEyKeYkEy33';
const RTL_ARGS = ['-F', 'mqtt://nas:1883,user=anna,pass=s3cret-key', '-f', '868M'];
const webhook = (url: string) => `alarms: { channels: { webhook: { url: '${url}' } } }`;

interface Kept {
  file: string;
  key: string;
  shown: unknown;
  /** What nobody may see. */
  hidden: RegExp;
  /** Something else, with what hides the key. */
  other: unknown;
}
const KEPT = {
  'in the query of an address': {
    file: `${webhook('http://h/?room=1&key=s3cret-key')} # was key=s3cret-key\n`,
    key: WEBHOOK,
    shown: 'http://h/?room=•••&key=•••',
    hidden: /s3cret/,
    other: 'http://other/?room=•••&key=•••',
  },
  'in the path of an alarm channel, where chat services have it': {
    file: `# kEyKeYkEy33 is the new key\n${webhook(SLACK)}\n`,
    key: WEBHOOK,
    shown: 'https://hooks.slack.com/•••',
    hidden: /T0AAAA11|B0BBBB22|kEyKeY/,
    other: 'https://other.example/•••',
  },
  'in the arguments of a program': {
    file: `inputs:\n  rtl433:\n    args:\n${RTL_ARGS.map((arg) => `      - ${arg} # mine\n`).join('')}`,
    key: ARGS,
    shown: ['-F', 'mqtt://nas:1883/•••', '-f', '868M'],
    hidden: /s3cret/,
    other: ['-F', 'mqtt://elsewhere/•••', '-f', '868M'],
  },
  'in those of another one than rtl_433, which are the names of its options alone': {
    file: `inputs:\n  rtl433:\n    command: relay\n    args:\n${['-u', 'anna:s3cret', '-H', 't0ken'].map((arg) => `      - ${arg}\n`).join('')}`,
    key: ARGS,
    shown: ['-u', '•••', '-H', '•••'],
    hidden: /s3cret|t0ken/,
    other: ['-u', '•••', '-A', '•••'],
  },
} satisfies Record<string, Kept>;

describe('a key', () => {
  it.each(Object.entries<Kept>(KEPT))(
    '%s is not shown, stays when it is saved as it is shown, and goes to nothing else',
    async (_, one) => {
      const { file, key, shown, hidden, other } = one;
      writeFileSync(at.file, file);
      expect(setting(key)).toMatchObject({ secret: false, value: shown });
      expect(JSON.stringify([desk().read(), desk().asFile()])).not.toMatch(hidden);
      expect(desk().judge(desk().asFile() as string)).toEqual({ changes: {}, passed_over: [] });
      expect(await desk().change({ [key]: shown }, null)).toEqual({ applied: [], restart: [], begins: false });
      expect(told(await desk().change({ [key]: other }, null))).toEqual({
        misfits: { [key]: expect.stringContaining('write the key again') },
      });
      expect(text()).toBe(file);
    },
  );

  it.each([
    ['the topic of ntfy', 'alarms.channels.ntfy', 'topic: weather-Kx83'],
    ['the ID of a sensor at its network', 'uploads.sensorcommunity', 'id: raspi-7654321'],
  ])('may be %s: it is shown to nobody, and stays when something beside it changes', async (_, section, line) => {
    const [name, real] = line.split(': ') as [string, string];
    const parts = section.split('.');
    const opened = parts.map((part) => `${part}: { `).join('');
    writeFileSync(at.file, `# ${real} since May\n${opened}enabled: true, ${line}${' }'.repeat(parts.length)}\n`);
    expect(setting(`${section}.${name}`)).toMatchObject({ secret: true, guarded: true, value: null, source: 'file' });
    expect(JSON.stringify([desk().read(), desk().asFile()])).not.toContain(real.split('-')[1]);
    expect(desk().judge(desk().asFile() as string)).toEqual({ changes: {}, passed_over: [] });
    await desk().change({ [`${section}.enabled`]: false }, null);
    expect(text()).toContain(line);
  });

  it('given to a file leaves that file to its owner and its group, and one that is refused has its rule told', async () => {
    const [id, topic] = ['uploads.sensorcommunity.id', 'alarms.channels.ntfy.topic'];
    writeFileSync(at.file, 'site: { name: Attic }\n');
    chmodSync(at.file, 0o644);
    await desk().change({ [id]: 'raspi-42' }, null);
    expect(statSync(at.file).mode & 0o777).toBe(0o640);
    expect(told(await desk().change({ [topic]: 'my alarms' }, null))).toEqual({
      misfits: { [topic]: `${topic} may hold letters, digits, - and _, 64 at most` },
    });
    await desk().change({ [topic]: 'weather-Qy19' }, null);
    expect([inForce().uploads.sensorcommunity.id, inForce().alarms.channels.ntfy.topic]).toEqual([
      'raspi-42',
      'weather-Qy19',
    ]);
  });
});

it('an address with a key keeps it beside another change, and none of a refused change is made', async () => {
  const [real, shown] = ['http://h/?room=1&key=s3cret-key', 'http://h/?room=•••&key=•••'];
  writeFileSync(at.file, `${webhook(real)}\n`);
  const before = text();
  await desk().change({ [WEBHOOK]: 'http://h/?key=•••', 'site.name': 'Attic' }, null);
  expect(text()).toBe(before);
  await desk().change({ [WEBHOOK]: shown, 'site.name': 'Attic' }, null);
  expect(text()).toContain(real);
});

it('an address of an alarm channel has all its path hidden, in what refuses it too; that of a fleet has none', async () => {
  const shown = 'https://hooks.slack.com/•••';
  writeFileSync(at.file, `${webhook(SLACK)}\n`);
  expect(desk().asFile()).toContain(`url: '${shown}'`);
  expect(told(await desk().change({ [WEBHOOK]: `${shown}?room=1` }, null))).toEqual({
    misfits: { [WEBHOOK]: expect.stringContaining('write the key again') },
  });
  const refused = JSON.stringify(told(await desk().change({ [WEBHOOK]: `${SLACK}#` }, null)));
  expect(refused).toContain(shown);
  expect(refused).not.toContain('T0AAAA11');
  const hub = 'https://hub.example/fleet/of/ours';
  expect(await desk().change({ [WEBHOOK]: 'http://house.local', 'fleet.url': hub }, null)).toHaveProperty('applied');
  expect([setting(WEBHOOK).value, setting('fleet.url').value]).toEqual(['http://house.local', hub]);
  await desk().change({ [WEBHOOK]: 'http://house.local://kEyKeYkEy33' }, null); // an empty port
  expect(setting(WEBHOOK).value).toBe('http://house.local:/•••');
});

it('arguments of a program keep their key when others change, and of another program when they change places', async () => {
  const { file, shown } = KEPT['in the arguments of a program'];
  writeFileSync(at.file, file);
  const changed = { [ARGS]: shown.with(3, '433M') };
  const other = (desk().asFile() as string).replace('868M', '433M');
  expect(desk().judge(other)).toEqual({ changes: changed, passed_over: [] });
  await desk().change(changed, null);
  expect(inForce().inputs.rtl433.args).toEqual(RTL_ARGS.with(3, '433M'));
  expect(text()).toContain('pass=s3cret-key # mine');
  const refused = told(await desk().change({ [ARGS]: [...shown, 'x'.repeat(301)] }, null));
  expect(refused).toHaveProperty('misfits');
  expect(JSON.stringify(refused)).not.toContain('s3cret');

  writeFileSync(at.file, 'inputs: { rtl433: { command: relay, args: [-u, anna:s3cret, -H, t0ken] } }\n');
  await desk().change({ [ARGS]: ['-H', '•••', '-u', '•••'] }, null);
  expect(inForce().inputs.rtl433.args).toEqual(['-H', 't0ken', '-u', 'anna:s3cret']);
});
