import type { EndpointName } from '../../contract/endpoints.ts';

interface Tag {
  name: string;
  description: string;
  operations: readonly EndpointName[];
}

/** The chapters of the description. */
export const TAGS: readonly Tag[] = [
  { name: 'present', description: 'What is measured now.', operations: ['telemetry', 'stream', 'display', 'pressure'] },
  {
    name: 'past',
    description: 'Readings, detailed when recent and coarser with age.',
    operations: [
      'history',
      'range',
      'daily',
      'glance',
      'records',
      'report',
      'reportText',
      'reportCsv',
      'storage',
      'exportCsv',
    ],
  },
  {
    name: 'future',
    description: 'Forecasts and their scores.',
    operations: [
      'forecast',
      'outlook',
      'precipitation',
      'issued',
      'chance',
      'chances',
      'tonight',
      'scorecard',
      'skill',
      'verify',
      'train',
    ],
  },
  {
    name: 'inside',
    description: 'Methods, models and monitoring.',
    operations: ['methods', 'models', 'nerd', 'anomaly'],
  },
  {
    name: 'teach',
    description: 'Observations, notes and calibrations.',
    operations: [
      'label',
      'labels',
      'correctLabel',
      'undoLabel',
      'notes',
      'writeNote',
      'changeNote',
      'removeNote',
      'calibrate',
      'calibrateHumidity',
      'undoCalibration',
      'recompute',
      'quality',
      'setQuality',
    ],
  },
  {
    name: 'outside',
    description: 'Connections to other services.',
    operations: [
      'connections',
      'testConnection',
      'testAlarmChannel',
      'homeAssistant',
      'homeAssistantExport',
      'exportToHomeAssistant',
    ],
  },
  {
    name: 'alarms',
    description: 'What the station warns of, how it stands, and how good its warnings were.',
    operations: ['alarms', 'alarmScores', 'rehearseAlarm', 'acknowledgeAlarm', 'snoozeAlarm', 'testAlarm'],
  },
  {
    name: 'inputs',
    description: 'Bought stations and sensors that report here.',
    operations: ['inputs', 'adoptInput', 'retireInput', 'ignoreInput', 'mqttTopics'],
  },
  {
    name: 'imports',
    description: 'History of other stations, brought in as files.',
    operations: [
      'imports',
      'lookImport',
      'uploadImport',
      'scanImport',
      'startImport',
      'pauseImport',
      'resumeImport',
      'cancelImport',
      'undoImport',
    ],
  },
  {
    name: 'service',
    description: 'Status, settings and upkeep.',
    operations: [
      'status',
      'settings',
      'changeSettings',
      'settingsFile',
      'judgeSettings',
      'events',
      'care',
      'backUp',
      'support',
      'health',
      'ready',
      'metrics',
      'openapi',
      'docs',
    ],
  },
];

export function tagOf(operation: string): string {
  const tag = TAGS.find(({ operations }) => operations.some((name) => name === operation));
  if (!tag) throw new Error(`${operation} stands in no chapter of the description`);
  return tag.name;
}
