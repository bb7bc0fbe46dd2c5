import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pairsOf } from '../../../../src/station/inputs/families/form.ts';
import { type ExpectedSensor, hasShared, payloads, requestsOf } from '../support/payloads.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../docs/develop/inputs.md'), 'utf8');
const CONSOLES = ['ecowitt', 'ambient', 'wunderground'];
const all = [...CONSOLES, 'rtl433', 'tempest', 'davis', 'iio', 'json'].flatMap(payloads);
const sum = (counts: number[]): number => counts.reduce((total, n) => total + n, 0);
/** Values that an expectation names: those that must be held, may be, or must be absent. */
const values = ({ values = {}, counters = {}, optional = {}, absent = [] }: ExpectedSensor): number =>
  sum([values, counters, optional, absent].map((named) => Object.keys(named).length));

describe('the figures of docs/develop/inputs.md', () => {
  it.runIf(hasShared)('are those of the recorded payloads', () => {
    const expected = all.flatMap((one) => one.expected ?? []);
    const messages = CONSOLES.flatMap(payloads).flatMap(requestsOf);
    const lines = payloads('rtl433').flatMap(({ text }) => text.split('\n').filter((line) => line !== ''));
    const figures = {
      files: all.length,
      withExpectation: expected.length,
      values: sum(expected.flatMap((one) => [one, ...(one.sensors ?? [])]).map(values)),
      messages: messages.length,
      keysOfMessages: sum(messages.map(({ text }) => pairsOf(text).size)),
      lines: lines.length,
      keysOfLines: sum(lines.map((line) => Object.keys(JSON.parse(line)).length)),
    };
    const said =
      /(\d+) files of eight families, (\d+) of them.* the (\d+) values.* The (\d+) messages of consoles have (\d+) keys and the (\d+) lines of\s+rtl_433 have (\d+)/s.exec(
        DOCUMENT,
      );
    expect(Object.values(figures)).toEqual(said!.slice(1).map(Number));
  });
});
