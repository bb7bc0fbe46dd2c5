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
    asStation: 'As the station',
    metric: '°C, hPa',
    imperial: '°F, inHg',
    language: 'Language',
    asBrowser: 'As this browser',
    version: (version: string, uptime: string) => `Weatherglass ${version}, running for ${uptime}`,
    leaveTitle: 'Leave the dashboard?',
    leaveText: 'The station stops with its screen. It starts again with the device.',
    leave: 'Leave',
    stay: 'Stay',
  },
  /** The sensors' own names, for whoever never saw the board. */
  signals: {
    temperature: 'Temperature',
    humidity: 'Humidity',
    pressure: 'Air pressure',
    light: 'Light',
    acceleration: 'Which way is up',
    magnetic_field: 'Compass',
    cpu: 'Heat of the computer',
  } as Readonly<Record<string, string>>,
  health: { ok: 'ok', warn: 'check', fault: 'fault', missing: 'missing' },
  /** Changed settings are taken up by a new beginning, and there is none yet. */
  late: 'Saved, but the station has not come back yet. A slow one needs a minute or two; after that, look at the station itself. This page goes on asking.',
  keypad: { label: 'Keypad', back: 'Delete the last digit', sign: 'Change the sign' },
  pin: {
    title: 'The station asks for its PIN',
    why: 'Only those who know it can change things here.',
    wrong: 'That is not the PIN. Try again.',
    typed: (n: number) => plural(n, { one: '1 digit typed', other: `${n} digits typed` }),
    enter: 'Enter',
    cancel: 'Cancel',
  },
};

export const t = inLanguage('over', en);
