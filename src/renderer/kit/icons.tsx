import type { ComponentChildren } from 'preact';
import type { RailView } from './router.ts';

/** Pictograms on a 24-pixel square, drawn with one pen. They never stand without a word or a label. */
export const Icon = ({ children, class: className }: { children: ComponentChildren; class?: string }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.9"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    class={className}
  >
    {children}
  </svg>
);

/** A pictogram of one line. */
export const icon = (d: string) => () => (
  <Icon>
    <path d={d} />
  </Icon>
);

export const viewIcons: Record<RailView, () => ComponentChildren> = {
  now: icon('M4 17a8 8 0 1 1 16 0M12 16l4-5'),
  forecast: icon('M3 17c4 0 4-10 8-10s4 7 10 7'),
  history: icon('M4 4v16h16M7 15l4-5 3 3 5-7'),
  alarms: icon('M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 2H5zM10 21h4'),
  sensors: icon(
    'M12 12v.1M8.8 15.5a5 5 0 0 1 0-7M15.2 8.5a5 5 0 0 1 0 7M5.7 18.5a9 9 0 0 1 0-13M18.3 5.5a9 9 0 0 1 0 13',
  ),
  settings: icon('M4 7h16M4 12h16M4 17h16M9 5v4M15 10v4M8 15v4'),
};

const arrows = {
  up: 'M6 18 18 6M8 6h10v10',
  down: 'M6 6l12 12M18 8v10H8',
  level: 'M3 12h17M14 6l6 6-6 6',
};

/** Which way a quantity goes. Bold, since it is set at the size of a letter. */
export const Arrow = ({ way }: { way: keyof typeof arrows }) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="3.4" aria-hidden="true">
    <path d={arrows[way]} />
  </svg>
);

export const wayOf = (rate: number | null | undefined, still: number): keyof typeof arrows =>
  rate === null || rate === undefined || Math.abs(rate) < still ? 'level' : rate > 0 ? 'up' : 'down';

/** Health is a dot with words; trouble also changes its shape: a triangle to look at, a square that is broken, a dashed ring that is silent. */
export const Mark = ({ state }: { state: 'ok' | 'warn' | 'fault' | 'waiting' | 'missing' | 'silent' }) => (
  <svg viewBox="0 0 12 12" class={`mark ${state}`} aria-hidden="true">
    {state === 'ok' ? (
      <circle cx="6" cy="6" r="5" fill="currentColor" />
    ) : state === 'warn' ? (
      <path d="M6 .5 11.8 11H.2z" fill="currentColor" />
    ) : state === 'fault' ? (
      <path d="M1 1h10v10H1z" fill="currentColor" />
    ) : (
      <circle
        cx="6"
        cy="6"
        r="4.6"
        fill="none"
        stroke="currentColor"
        stroke-width="1.7"
        stroke-dasharray={state === 'silent' ? '2.2 1.6' : undefined}
      />
    )}
  </svg>
);

export const Info = icon('M12 3.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1 0-17zM12 11v5M12 7.9v.1');
export const Gear = icon(
  'M4 8h9M19 8h1M4 16h1M11 16h9M18.6 8a2.6 2.6 0 1 1-5.2 0a2.6 2.6 0 1 1 5.2 0zM10.6 16a2.6 2.6 0 1 1-5.2 0a2.6 2.6 0 1 1 5.2 0z',
);
