import type { Config } from '../../config/config.ts';
import { defaultServerSettings, type ServerSettings, type Writes } from '../../server/server-settings.ts';
import { sentence } from '../../words/sentence.ts';
import { UserError } from '../user-error.ts';

function writes({ access }: Config): Writes {
  if (access.writes !== 'pin') return { mode: access.writes };
  if (access.pin_hash === null) {
    throw new UserError(sentence('settings.no-pin'));
  }
  return { mode: 'pin', pinHash: access.pin_hash };
}

export const serverSettings = (config: Config): ServerSettings => ({
  ...defaultServerSettings,
  host: config.server.host,
  port: config.server.port,
  allowedHosts: config.server.allowed_hosts,
  language: config.site.language === 'auto' ? 'en' : config.site.language,
  corsOrigins: config.server.cors_origins,
  maxStreamClients: config.server.max_stream_clients,
  maxConnections: Math.max(defaultServerSettings.maxConnections, 2 * config.server.max_stream_clients),
  writes: writes(config),
});
