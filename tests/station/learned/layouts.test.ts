import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { PAYLOAD_LENGTH } from '../../../src/station/forecast/heads/payload.ts';
import { VERSIONS } from '../../../src/station/forecast/knowledge.ts';
import { FEATURE_NAMES } from '../../../src/station/forecast/learners/features.ts';
import { Memory } from '../../../src/station/learned/memory.ts';

it('layout of the heads: its version counts up with every change of features, experts or inputs', () => {
  const features = createHash('sha256').update(JSON.stringify(FEATURE_NAMES)).digest('hex').slice(0, 8);
  // Other figures on the right need another version on the left: learned weights mean nothing under other inputs.
  expect([VERSIONS.head, features, PAYLOAD_LENGTH]).toEqual([2, 'b621519e', 69]);
});

/** A store that holds one state of one version. */
const saved = (version: number, state: unknown) => ({
  load: (_name: string, asked: number) =>
    asked === version
      ? { found: true as const, state }
      : { found: false as const, reason: `saved by version ${version}` },
  putAll: () => {},
  saveLater: () => {},
});

it('layouts of 1.1.0: scales get the series that they did not name, and day means their times', () => {
  const told: string[] = [];
  const load = (name: string, version: number, state: unknown) =>
    new Memory(saved(version, state), (_kind, _severity, { detail }) => told.push(detail)).load(name, version + 1);
  const scale = { k: 0.5, humidityOffset: 0, psychrometric: false, altitudeM: 100 };
  const levels = { recent: scale, usual: null, altitudeM: 100 };
  expect(load('levels', 1, levels)).toEqual({ ...levels, recent: { ...scale, air: null, barometer: null } });
  const mean = { mean: 10, n: 3, lastS: 300 };
  const running = { lastS: 300, dayMean: { temperature: mean, humidity: mean, pressure: { mean: 0, n: 0 } } };
  expect(load('forecast.recent', 2, { running, epochs: {} })).toEqual({
    running: { ...running, dayMean: { ...running.dayMean, pressure: { mean: 0, n: 0, lastS: null } } },
    epochs: {},
  });
  expect(told).toEqual([]);
});

it('layout that cannot be migrated is told once and left out', () => {
  const told: string[] = [];
  const report = (_kind: unknown, _severity: unknown, { detail }: { detail: string }) => told.push(detail);
  expect(new Memory(saved(2, { running: null }), report).load('forecast.recent', 3)).toBeNull();
  expect(new Memory(saved(1, {}), report).load('forecast.recent', 3)).toBeNull();
  expect(told).toHaveLength(2);
});
