import { describe, expect, it } from 'vitest';
import { isOfFilter } from '../../src/base/topic-filter.ts';

describe('topic filters', () => {
  it.each([
    ['zigbee2mqtt/Garage Temperature', 'zigbee2mqtt/+', true],
    ['zigbee2mqtt/a/b', 'zigbee2mqtt/+', false],
    ['tele/a/SENSOR', 'tele/+/SENSOR', true],
    ['tele/a/b/c', 'tele/#', true],
    ['tele', 'tele/#', true],
    ['/ESP/x', '/ESP/x', true],
    ['telex', 'tele/#', false],
  ])('%s is of %s: %s', (topic, filter, is) => expect(isOfFilter(topic, filter)).toBe(is));
});
