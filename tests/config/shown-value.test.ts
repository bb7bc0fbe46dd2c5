import { expect, it } from 'vitest';
import { shownValue } from '../../src/config/shown-value.ts';

it.each([
  ['https://hooks.example/services/KEY', 'https://hooks.example/•••'],
  ['https://hooks.example\\services\\KEY', 'https://hooks.example/•••'],
  ['https:\\\\hooks.example\\KEY', 'https:/•••'],
  ['https://hooks.example#KEY', 'https://hooks.example/•••'],
  ['https://hooks.example/?to=KEY#KEY', 'https://hooks.example/?to=•••'],
  ['https://hooks.example/', 'https://hooks.example/'],
  ['https://hooks.example', 'https://hooks.example'],
])('of the address of an alarm channel, %s, guests see %s', (address, shown) => {
  expect(shownValue('alarms.channels.webhook.url', address)).toBe(shown);
});
