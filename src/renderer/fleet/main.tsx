import './fleet.css';
import './manage.css';
import '../kit/held-enter.ts';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { themeChoice } from '../kit/browser-choices.ts';
import { Caught } from '../kit/caught.tsx';
import { dayOrNight } from '../kit/theme/decide.ts';
import { paint, prefersDark } from '../kit/theme/paint.ts';
import { FleetApp } from './app.tsx';
import { followTheFleet } from './fleet.ts';

/** Surroundings that decide the palette of a station's page: a fleet has no single place and no light sensor. */
const NOWHERE = { kiosk: false, sunElevationDeg: null, lux: null };
effect(() => paint(dayOrNight({ ...NOWHERE, choice: themeChoice.value, prefersDark: prefersDark.value }, 'day')));
followTheFleet();
render(
  <Caught>
    <FleetApp />
  </Caught>,
  document.getElementById('app')!,
);
