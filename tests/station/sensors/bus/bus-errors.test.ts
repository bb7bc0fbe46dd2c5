import { expect, it } from 'vitest';
import {
  BusModuleMissing,
  ChipFault,
  type FaultKind,
  faultSentence,
  i2cFault,
} from '../../../../src/station/sensors/bus/bus-errors.ts';
import { sentence } from '../../../../src/words/sentence.ts';
import { busFaults } from '../../../support/bus-faults.ts';

it('knows a missing or misbuilt native module from a fault of the bus', () => {
  const missing = new BusModuleMissing('Could not locate the bindings file');
  expect(i2cFault(missing)).toEqual({ kind: 'unsupported', retry: 'no' });
  expect(faultSentence('unsupported', missing, { chip: '' }).detail).toContain('i2c-bus built for this runtime');
});

it('takes an errno nobody listed for a transfer that may be repeated', () => {
  expect(i2cFault(Object.assign(new Error('EPROTO'), { errno: 71 }))).toEqual({ kind: 'transfer-error', retry: 'yes' });
});

it.each<[FaultKind, Error, string]>([
  ['bus-missing', busFaults.noBus(), 'dtparam=i2c_arm=on'],
  ['permission', busFaults.noPermission(), 'usermod -aG i2c'],
  ['no-answer', busFaults.nack(), 'HTS221 does not answer'],
  ['transfer-error', busFaults.transferError(), 'i2c_arm_baudrate'],
  ['bus-stuck', busFaults.stuckLine(), 'off and on again'],
  ['claimed', busFaults.claimed(), 'i2cdetect'],
  ['calibration', new ChipFault('calibration', sentence('chip.zeros', { chip: 'HTS221' })), 'reads as zeros'],
])('says in one sentence what %s means and what to do', (kind, error, part) => {
  expect(i2cFault(error).kind).toBe(kind);
  const { detail } = faultSentence(kind, error, { chip: 'HTS221' });
  expect(detail).toContain(part);
  expect(detail).not.toMatch(/undefined|null|\n/);
});
