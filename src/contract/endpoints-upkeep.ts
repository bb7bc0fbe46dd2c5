import { z } from 'zod';
import { BackupMade, Care, Support, UpgradeAsked } from './care.ts';
import { ConnectionName, Connections, ConnectionTest } from './connections.ts';
import { busy, get, patch, post, worded } from './endpoint.ts';
import { HomeAssistantExport, HomeAssistantExportBody, HomeAssistantForecast } from './home-assistant.ts';
import { AdoptBody, Input, InputId, Inputs, MqttTopics } from './inputs.ts';
import {
  Settings,
  SettingsBody,
  SettingsChanged,
  SettingsFromFile,
  SettingsHeaders,
  SettingsText,
} from './settings.ts';

const unusable = { 409: 'the settings file cannot be used' };
const ofInput = { params: InputId, refusals: { 404: 'no such sender' } };

/** Settings, backups and the program. */
export const upkeepEndpoints = {
  settings: get('/api/settings', 'All settings with their meaning, value and source', Settings, {
    needsStation: false,
    refusals: unusable,
  }),
  changeSettings: patch('/api/settings', 'Change settings, all or none', SettingsChanged, {
    needsStation: false,
    body: SettingsBody,
    headers: SettingsHeaders,
    refusals: {
      409: 'the settings file cannot be written',
      412: 'the file is not the one that If-Match names',
      422: 'invalid settings, with a reason for each',
    },
  }),
  settingsFile: get('/api/settings/file', 'The settings file without its secrets', z.string(), {
    needsStation: false,
    media: 'text/plain',
    refusals: unusable,
  }),
  judgeSettings: post('/api/settings/judge', 'Preview of what a settings file would change', SettingsFromFile, {
    needsStation: false,
    body: SettingsText,
    headers: z.object({}),
    refusals: { ...unusable, 422: 'not a settings file, or invalid settings' },
  }),
  care: get('/api/care', 'Backups, disk, integrity and version', Care, worded),
  backUp: post('/api/backup', 'Make a checked backup of the history now', BackupMade, {
    refusals: { ...busy('backup'), 503: 'the disk cannot be written now' },
  }),
  askUpgrade: post(
    '/api/upgrade',
    'Install the newest version that the package sources of this computer have',
    UpgradeAsked,
    { refusals: { 409: 'this program was not installed by its package', 503: 'the request cannot be written' } },
  ),
  support: post('/api/support', 'Support file, without readings, place and secrets', Support),
} as const;

/** Routes of the services that readings are sent to. */
export const outsideEndpoints = {
  homeAssistant: get(
    '/api/forecast/homeassistant',
    "The forecasts with the keys of Home Assistant's weather entities",
    HomeAssistantForecast,
  ),
  connections: get('/api/connections', 'Connections and their state', Connections, worded),
  testConnection: post(
    '/api/connections/:name/test',
    'Send a reading now and return the receiver’s answer',
    ConnectionTest,
    {
      params: ConnectionName,
      refusals: { 404: 'no such connection', 409: 'sending is not allowed, or there is no reading yet' },
    },
  ),
  testAlarmChannel: post(
    '/api/alarms/channels/:name/test',
    'Send a test alarm through a channel and return the receiver’s answer',
    ConnectionTest,
    {
      params: ConnectionName,
      refusals: { 404: 'no such channel', 409: 'the channel is off or incomplete, or sending is not allowed' },
    },
  ),
  homeAssistantExport: get(
    '/api/export/home-assistant',
    'Progress of the export of hourly statistics into Home Assistant',
    HomeAssistantExport,
    worded,
  ),
  exportToHomeAssistant: post(
    '/api/export/home-assistant',
    'Send every hour of the history as statistics into Home Assistant’s recorder',
    HomeAssistantExport,
    {
      worded: true,
      body: HomeAssistantExportBody,
      refusals: { 409: 'Home Assistant cannot be reached or refuses, or an export is running' },
    },
  ),
} as const;

/** Routes of the senders that report here. */
export const inputEndpoints = {
  inputs: get('/api/inputs', 'Senders that were heard, what they say, and which of them count', Inputs),
  adoptInput: post('/api/inputs/:id/adopt', 'Take a sender in, or change its name, place and groups', Input, {
    ...ofInput,
    body: AdoptBody,
  }),
  retireInput: post('/api/inputs/:id/retire', 'Take no more from a sender; its history stays', Input, ofInput),
  ignoreInput: post('/api/inputs/:id/ignore', 'Never offer a sender again', Input, ofInput),
  mqttTopics: post(
    '/api/inputs/topics',
    'Topics at the broker of the sensors with their newest numbers; everything is heard for a minute',
    MqttTopics,
  ),
} as const;
