import type { ComponentChildren } from 'preact';
import type { SkySign } from './sky.ts';

/** Weather symbols on a 32-pixel square, own work. Ink is sky and cloud; the coloured part names the sensor it comes from. */

const CLOUD = 'M9.5 24h13a5.5 5.5 0 0 0 .9-10.93A7.5 7.5 0 0 0 9.2 12.2 6 6 0 0 0 9.5 24z';
const MOON = 'M26.3 19.6A11 11 0 1 1 12.4 5.7a9.2 9.2 0 0 0 13.9 13.9z';

const Cloud = ({ transform = 'translate(0 -4.5)' }: { transform?: string }) => (
  <path d={CLOUD} transform={transform} class="body" />
);
const Line = ({ d, of = '' }: { d: string; of?: string }) => <path d={d} class={`line ${of}`} />;
/** A cloud in front: its ground hides what lies behind. */
const FrontCloud = ({ transform }: { transform: string }) => (
  <>
    <path d={CLOUD} transform={transform} class="ground" />
    <Cloud transform={transform} />
  </>
);
const Moon = () => <path d={MOON} class="body" />;
const Sun = () => (
  <>
    <circle cx="16" cy="16" r="5.5" class="solid" />
    <Line d="M25.5 16H29M22.72 22.72l2.47 2.47M16 25.5V29M9.28 22.72l-2.47 2.47M6.5 16H3M9.28 9.28 6.81 6.81M16 6.5V3M22.72 9.28l2.47-2.47" />
  </>
);

const DRAWN: Record<SkySign, () => ComponentChildren> = {
  'clear-day': () => <Sun />,
  night: () => <Moon />,
  'some-cloud': () => (
    <>
      <circle cx="20.5" cy="11.6" r="4.6" class="solid" />
      <Line d="M28.5 11.6h2.2M12.5 11.6h-2.2M14.84 5.94l-1.55-1.55M20.5 3.6V1.4M26.16 5.94l1.55-1.55" />
      <FrontCloud transform="translate(-2 5.4) scale(.9)" />
    </>
  ),
  overcast: () => (
    <>
      <path d={CLOUD} transform="translate(8.4 .6) scale(.74)" class="line" />
      <FrontCloud transform="translate(-2 5) scale(.92)" />
    </>
  ),
  'rain-likely': () => (
    <>
      <Cloud />
      <Line d="M16 22.8c1.8 2.4 2.75 3.9 2.75 5.4a2.75 2.75 0 0 1-5.5 0c0-1.5.95-3 2.75-5.4z" of="rain" />
    </>
  ),
  'rain-now': () => (
    <>
      <Cloud />
      <Line d="M10.5 24 8.8 29M16.9 24l-1.7 5M23.3 24l-1.7 5" of="rain" />
    </>
  ),
  frost: () => (
    <>
      <Line d="M16 2.6V25M6.3 8.2l19.4 11.2M25.7 8.2 6.3 19.4M22.01 17.27l3.42-1.68M22.01 17.27l.25 3.8M16 20.74l3.17 2.12M16 20.74l-3.17 2.12M9.99 17.27l-.25 3.8M9.99 17.27l-3.42-1.68M9.99 10.33l-3.42 1.68M9.99 10.33l-.25-3.8M16 6.86l-3.17-2.12M16 6.86l3.17-2.12M22.01 10.33l.25-3.8M22.01 10.33l3.42 1.68" />
      <Line d="M4 29h24" of="temperature" />
    </>
  ),
  heat: () => (
    <>
      <Line d="M8.5 19.4V7a3.5 3.5 0 0 1 7 0v12.4a6 6 0 1 1-7 0z" />
      <circle cx="12" cy="24" r="3" class="solid temperature" />
      <Line d="M12 22V9M21 7.5h6M21 13h4M21 18.5h6" of="temperature" />
    </>
  ),
  storm: () => (
    <>
      <Cloud />
      <Line d="M10.5 23.4l5.5 3 5.5-3M10.5 27.4l5.5 3 5.5-3" of="pressure" />
    </>
  ),
  'fog-prone': () => (
    <>
      <Line d="M7.6 15A6 6 0 0 1 10.2 9.4 7.2 7.2 0 0 1 23.6 9.9 5.3 5.3 0 0 1 26.4 15" />
      <Line d="M4 19.5h17M25 19.5h3M8 24h20M4 28.5h4M12 28.5h12" of="humidity" />
    </>
  ),
  unknown: () => <path d={CLOUD} class="line muted" stroke-dasharray="2.6 3.5" />,
};

export const WeatherSymbol = ({ of, label }: { of: SkySign; label: string }) => (
  <svg viewBox="0 0 32 32" class="symbol" role="img" aria-label={label} data-symbol={of}>
    {DRAWN[of]()}
  </svg>
);

/** Marks of the second and third row: low of the night, high of the day, chance of rain, an alarm. */
const MARKS = {
  night: Moon,
  day: Sun,
  drop: () => (
    <path d="M16 3.2c5.5 7.25 8.4 11.9 8.4 16.5a8.4 8.4 0 0 1-16.8 0c0-4.6 2.9-9.25 8.4-16.5z" class="solid rain" />
  ),
  alarm: () => (
    <>
      <Line d="M16 4.5 29 27.5H3z" of="warns" />
      <Line d="M16 12v7.5M16 23.4v.1" of="says" />
    </>
  ),
};

export const WallMark = ({ of }: { of: keyof typeof MARKS }) => (
  <svg viewBox="0 0 32 32" class={`mark ${of}`} aria-hidden="true">
    {MARKS[of]()}
  </svg>
);
