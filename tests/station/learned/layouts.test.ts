import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { PAYLOAD_LENGTH } from '../../../src/station/forecast/heads/payload.ts';
import { VERSIONS } from '../../../src/station/forecast/knowledge.ts';
import { FEATURE_NAMES } from '../../../src/station/forecast/learners/features.ts';

it('layout of the heads: its version counts up with every change of features, experts or inputs', () => {
  const features = createHash('sha256').update(JSON.stringify(FEATURE_NAMES)).digest('hex').slice(0, 8);
  // Other figures on the right need another version on the left: learned weights mean nothing under other inputs.
  expect([VERSIONS.head, features, PAYLOAD_LENGTH]).toEqual([2, 'b621519e', 69]);
});
