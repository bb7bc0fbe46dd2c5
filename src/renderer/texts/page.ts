import { inLanguage } from './in-language.ts';
import { plural } from './plural.ts';

/**
 * Every word the dashboard says by itself, in typed catalogues: one of the page and one of each view, which comes with its view.
 * Another language is other objects of these types. What the station says (events, caveats, refusals) arrives in its own words
 * and is shown as it came.
 */
export const en = {
  appName: 'Weatherglass',
  views: {
    now: 'Now',
    forecast: 'Forecast',
    history: 'History',
    models: 'Models',
    nerd: 'Nerd',
    methods: 'Methods',
    connections: 'Connections',
    settings: 'Settings',
    about: 'About',
  },
  quantities: {
    temperature: 'Temperature',
    humidity: 'Humidity',
    pressure: 'Pressure',
    seaLevel: 'Pressure, sea level',
    dewPoint: 'Dew point',
    light: 'Light',
    outdoor: 'Outdoor probe',
    wetBulb: 'Wet bulb',
    vapourDeficit: 'Vapour deficit',
    tendency: '3 h tendency',
    absoluteHumidity: 'Vapour',
    heatIndex: 'Heat index',
  } satisfies Record<string, string>,
  header: {
    sunSets: (clock: string) => `sun sets ${clock}`,
    sunRises: (clock: string) => `sun rises ${clock}`,
    ago: (age: string) => `${age} ago`,
    allSensors: 'all sensors',
    checkSensors: 'check sensors',
    sensorFault: 'sensor fault',
    noReading: (age: string) => `no reading for ${age}`,
    connecting: 'connecting',
    starting: 'station is starting',
    simulated: 'Simulated',
    replayed: 'Replayed',
    measured: '',
    notices: (n: number) => plural(n, { one: 'notice', other: 'notices' }),
    openStatus: 'Station, display and units',
    calibrating: 'Calibrating',
  },
  chart: {
    time: 'Time',
    value: 'Value',
    mean: 'Mean',
    lowest: 'Lowest',
    highest: 'Highest',
    low: 'Low',
    high: 'High',
    showTable: 'Table',
    showChart: 'Chart',
    now: 'now',
    noForecast: ['No forecast yet', 'Collecting the', 'first readings'] as const,
    noHistory: ['Collecting', 'the first', 'readings'] as const,
    simulatedMark: { simulated: 'SIMULATED', replayed: 'REPLAYED', measured: '' },
  },
  problem: {
    starting: 'The station is starting. This page will continue by itself.',
    silent: 'No answer from the station. Trying again…',
    unanswered: 'No answer yet. Check whether it worked, then try again.',
    refused: (detail: string) => `Not done: ${detail}`,
    newer: 'Loading the new version of this page…',
  },
  /** What stands behind a number of them: `5 h`. */
  spans: { s: 's', min: 'min', h: 'h', d: 'd' },
  targets: { temperature: 'Temperature', humidity: 'Humidity', pressure: 'Pressure' },
  learning: {
    title: 'Learning',
    label: 'Learning progress',
    names: { tendency: 'Tendency', training: 'First training', usual: 'What’s normal here', scores: 'Full scores' },
    done: 'ready',
    left: (hours: number) => (hours < 48 ? `in ${Math.max(1, Math.ceil(hours))} h` : `in ${Math.ceil(hours / 24)} d`),
  },
};

export const t = inLanguage('page', en);
