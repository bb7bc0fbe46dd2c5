import { readdirSync } from 'node:fs';
import { afterEach, beforeEach } from 'vitest';
import { type UpgradeOptions, upgrade } from '../../../src/main/release/upgrade.ts';
import { type Behaviour, FakeMachine } from '../../support/fake-machine.ts';

/** Of each test its own. */
export let machine: FakeMachine;
beforeEach(() => {
  machine = new FakeMachine();
});
afterEach(() => machine.remove());

/** In its place. */
export function anotherMachine(): void {
  machine.remove();
  machine = new FakeMachine();
}

export const options = (more: Partial<UpgradeOptions> = {}): UpgradeOptions => ({
  waitS: 60,
  allowOlder: false,
  ...more,
});
export const to = (behaviour: Behaviour, more: Partial<UpgradeOptions> = {}) =>
  upgrade(machine, machine.layout, machine.staged(behaviour), options(more));
export const install = (behaviour: Behaviour = { version: '1.0.0' }) => to(behaviour, { record: machine.record() });
export const releases = () => readdirSync(machine.layout.releases).sort();
