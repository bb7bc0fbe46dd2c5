import { z } from 'zod';
import { BackupMade, Care, Support } from './care.ts';
import { ConnectionName, Connections, ConnectionTest } from './connections.ts';
import { busy, endpoint, invalid } from './endpoint.ts';
import { WordedQuery } from './requests.ts';
import {
  Settings,
  SettingsBody,
  SettingsChanged,
  SettingsFromFile,
  SettingsHeaders,
  SettingsText,
} from './settings.ts';

/** Upkeep routes: settings, connections, backups. */
export const upkeepEndpoints = {
  settings: endpoint('get', '/api/settings', 'Every setting: what it means, what it is and who said so', Settings, {
    needsStation: false,
    refusals: { 409: 'the settings file cannot be used', 503: 'this station runs without a settings file' },
  }),
  changeSettings: endpoint(
    'patch',
    '/api/settings',
    'Change settings in their file, all of them or none',
    SettingsChanged,
    {
      needsStation: false,
      body: SettingsBody,
      headers: SettingsHeaders,
      refusals: {
        409: 'the settings file cannot be written',
        412: 'the file is not the one that If-Match names',
        422: 'settings that cannot be, with a reason for each',
        503: 'this station runs without a settings file',
      },
    },
  ),
  settingsFile: endpoint('get', '/api/settings/file', 'The settings file as it is, without its secrets', z.string(), {
    needsStation: false,
    media: 'text/plain',
    refusals: { 409: 'the settings file cannot be used', 503: 'this station runs without a settings file' },
  }),
  judgeSettings: endpoint(
    'post',
    '/api/settings/judge',
    'What a settings file would change; nothing is',
    SettingsFromFile,
    {
      needsStation: false,
      body: SettingsText,
      headers: z.object({}),
      refusals: {
        409: 'the settings file cannot be used',
        422: 'no file of settings, or one with settings that cannot be',
        503: 'this station runs without a settings file',
      },
    },
  ),
  connections: endpoint('get', '/api/connections', 'Who is sent what is measured, and how that goes', Connections, {
    worded: true,
    query: WordedQuery,
    refusals: invalid,
  }),
  testConnection: endpoint(
    'post',
    '/api/connections/:name/test',
    'Send something at once, and hear what the receiver says',
    ConnectionTest,
    {
      params: ConnectionName,
      refusals: { 404: 'no such connection', 409: 'nothing may be sent, or nothing has been measured yet' },
    },
  ),
  care: endpoint('get', '/api/care', 'How the data are kept: backups, disk, integrity, this version', Care),
  backUp: endpoint('post', '/api/backup', 'Make a checked backup of the history now', BackupMade, {
    refusals: { ...busy('backup'), 503: 'the disk cannot be written now', ...invalid },
  }),
  support: endpoint('post', '/api/support', 'A file for whoever helps, without readings, places and secrets', Support, {
    refusals: { 503: 'this program makes none', ...invalid },
  }),
} as const;
