import type { EndpointName } from '../../contract/endpoints.ts';

interface Tag {
  name: string;
  description: string;
  operations: readonly EndpointName[];
}

/** The chapters of the description. */
export const TAGS: readonly Tag[] = [
  { name: 'present', description: 'What is measured now.', operations: ['telemetry', 'stream', 'display'] },
  {
    name: 'past',
    description: 'What was measured, finer when young and coarser when old.',
    operations: ['history', 'range', 'daily', 'records', 'report', 'reportText', 'reportCsv', 'storage', 'exportCsv'],
  },
  {
    name: 'future',
    description: 'What is to come, and how well it was foretold.',
    operations: [
      'forecast',
      'outlook',
      'precipitation',
      'issued',
      'chance',
      'tonight',
      'scorecard',
      'skill',
      'verify',
      'train',
    ],
  },
  {
    name: 'inside',
    description: 'How the numbers are made, and whether they can be trusted.',
    operations: ['methods', 'models', 'nerd', 'anomaly'],
  },
  {
    name: 'teach',
    description: 'What a person tells the station.',
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
    ],
  },
  {
    name: 'outside',
    description: 'Who else is told what was measured.',
    operations: ['connections', 'testConnection', 'homeAssistant'],
  },
  {
    name: 'service',
    description: 'The station as a program.',
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
