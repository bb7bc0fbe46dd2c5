import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resume, rollback, upgrade } from '../../../src/main/release/upgrade.ts';
import { type Behaviour, PowerCut } from '../../support/fake-machine.ts';
import { anotherMachine, install, machine, options, to } from './on-machine.ts';

describe('a rollback', () => {
  it('goes to the release before, and forward again', async () => {
    await install();
    await to({ version: '1.1.0' });
    expect(await rollback(machine, machine.layout, 60)).toMatchObject({ good: true });
    expect(machine.running).toBe('1.0.0');
    expect(await rollback(machine, machine.layout, 60)).toMatchObject({ good: true });
    expect(machine.running).toBe('1.1.0');
  });
  it('without a station says so', async () => {
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow('no station is installed here');
    expect(await resume(machine, machine.layout)).toBeNull();
    machine.layout.make(); // what an installation that was broken off leaves
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow('no station is installed here');
    expect(machine.calls).toEqual([]);
  });
  it('says that there is nothing to go back to, or that the database has moved on', async () => {
    await install();
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow('no release older than 1.0.0');
    await to({ version: '2.0.0', schema: 2 });
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow(
      /cannot read today’s database .*before-upgrade\.db/,
    );
    expect(machine.running).toBe('2.0.0');
  });
});

describe.each([
  ['good', { version: '1.1.0' }],
  ['crashing', { version: '1.1.0', kind: 'crashes' }],
  ['schema-moving and failing', { version: '2.0.0', schema: 2, kind: 'one-sample' }],
] as [string, Behaviour][])('a power cut during the upgrade to a %s release', (_name, behaviour) => {
  it('leaves, at every single step, something that starts, with the history whole', async () => {
    for (let step = 0; ; step++) {
      anotherMachine();
      await install();
      const rows = machine.rows();
      const staged = machine.staged(behaviour);
      machine.cutAfter = step;
      const cut = await upgrade(machine, machine.layout, staged, options({ waitS: 12 })).then(
        () => false,
        (error: unknown) => {
          if (error instanceof PowerCut) return true;
          throw error;
        },
      );
      if (!cut) {
        expect(step).toBeGreaterThan(20); // the cuts reached through to the end
        break;
      }
      const { guard } = machine.boot();
      // What the guard of the release before does at the boot; and a second cut in the middle of that is survived as well.
      if (guard) {
        machine.cutAfter = step % 9;
        await resume(machine, machine.layout).catch((error: unknown) => {
          if (!(error instanceof PowerCut)) throw error;
        });
        machine.boot();
        await resume(machine, machine.layout);
      }
      expect([machine.running, step]).toEqual([expect.stringMatching(/^(1\.0\.0|1\.1\.0)$/), step]);
      expect(existsSync(machine.layout.journalFile)).toBe(false);
      expect(machine.rows()).toBeGreaterThanOrEqual(rows);
    }
  });
});

it('tells the settings that nobody could start with before it changes anything', async () => {
  await install();
  machine.settings('server: { port: many }\n');
  await expect(to({ version: '1.1.0' })).rejects.toThrow('server.port');
  expect(machine.running).toBe('1.0.0');
});
