import { inLanguage } from './in-language.ts';
import { plural } from './plural.ts';

/** The words of what lies over the page, which come with it: the station's sheet, the PIN, the keypad, leaving the wall. */
export const en = {
  settings: {
    title: 'Station',
    close: 'Close',
    notices: 'Notices',
    sensors: 'Sensors',
    display: 'Colours',
    auto: 'Automatic',
    day: 'Day',
    night: 'Night',
    units: 'Units',
    all: 'All settings',
    asStation: 'Same as station',
    metric: '°C, hPa',
    imperial: '°F, inHg',
    language: 'Language',
    asBrowser: 'Same as browser',
    version: (version: string, uptime: string) => `Weatherglass ${version}, running for ${uptime}`,
    leaveTitle: 'Leave the dashboard?',
    leaveText: 'This stops the station too. It starts again when the device restarts.',
    leave: 'Leave',
    stay: 'Stay',
  },
  /** The sensors' own names, for whoever never saw the board. */
  signals: {
    temperature: 'Temperature',
    humidity: 'Humidity',
    pressure: 'Air pressure',
    light: 'Light',
    acceleration: 'Orientation',
    magnetic_field: 'Compass',
    cpu: 'Computer temperature',
  } as Readonly<Record<string, string>>,
  health: { ok: 'ok', warn: 'check', fault: 'fault', missing: 'missing' },
  /** Changed settings are taken up by a new beginning, and there is none yet. */
  late: 'Saved, but the station has not restarted yet. This can take two minutes. After that, check the station itself. This page keeps trying.',
  keypad: { label: 'Keypad', back: 'Delete the last digit', sign: 'Change the sign' },
  pin: {
    title: 'Enter the station’s PIN',
    why: 'You need it to change things here.',
    wrong: 'Wrong PIN. Try again.',
    typed: (n: number) => plural(n, { one: '1 digit typed', other: `${n} digits typed` }),
    enter: 'Enter',
    cancel: 'Cancel',
  },
};

export const t = inLanguage('over', en);
