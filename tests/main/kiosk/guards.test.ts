import { describe, expect, it } from 'vitest';
import { isQuitKey, judgeNavigation } from '../../../src/main/kiosk/guards.ts';

const WALL = 'http://127.0.0.1:8000';

describe('navigation on the wall', () => {
  it.each([
    ['http://127.0.0.1:8000/?kiosk=1#/history', 'allow'],
    ['http://127.0.0.1:8000/kiosk/quit', 'quit'],
    ['http://127.0.0.1:8000/api/export.csv?hours=6', 'deny'],
    ['http://127.0.0.1:8001/', 'deny'],
    ['http://127.0.0.1:8001/kiosk/quit', 'deny'],
    ['https://127.0.0.1:8000/', 'deny'],
    ['http://127.0.0.1:8000@elsewhere.example/', 'deny'],
    ['file:///etc/passwd', 'deny'],
    ['javascript:alert(1)', 'deny'],
    ['data:text/html,hello', 'deny'],
    ['no address at all', 'deny'],
  ])('%s is judged: %s', (target, verdict) => expect(judgeNavigation(target, WALL)).toBe(verdict));

  it('is denied altogether while there is no dashboard', () => {
    expect(judgeNavigation('http://127.0.0.1:8000/', null)).toBe('deny');
  });
});

describe('Ctrl+Q', () => {
  const pressed = { type: 'keyDown', key: 'q', control: true, alt: false, meta: false, shift: false } as const;
  it('ends the kiosk, with or without caps lock', () => {
    expect(isQuitKey(pressed)).toBe(true);
    expect(isQuitKey({ ...pressed, key: 'Q' })).toBe(true);
  });
  it('is not a plain q, not its release, and not another chord', () => {
    expect(isQuitKey({ ...pressed, control: false })).toBe(false);
    expect(isQuitKey({ ...pressed, type: 'keyUp' })).toBe(false);
    expect(isQuitKey({ ...pressed, alt: true })).toBe(false);
    expect(isQuitKey({ ...pressed, key: 'w' })).toBe(false);
  });
});
