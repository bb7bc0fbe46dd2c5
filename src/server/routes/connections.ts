import { endpoints } from '../../contract/endpoints.ts';
import { found } from '../../http/api-error.ts';
import { homeAssistantOf } from '../../station/answers/home-assistant.ts';
import type { StationApi } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import type { Answering } from '../answers/answering.ts';
import type { ConnectionsService, HomeAssistantService } from '../ports.ts';

export function connectionRoutes({ read, change }: Answering<ConnectionsService>): void {
  read(endpoints.connections, ({ of, speaker }) => of.list(speaker), null);
  change(endpoints.testConnection, async ({ of, params: { name }, speaker }) => {
    return found(await of.test(name, speaker), sentence('refusal.connection'));
  });
  change(endpoints.testAlarmChannel, async ({ of, params: { name }, speaker }) => {
    return found(await of.test(`alarm_${name}`, speaker), sentence('refusal.connection'));
  });
}

/** Forecasts for Home Assistant without MQTT, and the history into its recorder. */
export function homeAssistantRoutes({ read, change }: Answering<StationApi>, service: HomeAssistantService): void {
  read(endpoints.homeAssistantExport, ({ speaker }) => service.status(speaker), null);
  change(endpoints.exportToHomeAssistant, ({ of, body, speaker }) => service.start(of.history, body, speaker));
  read(endpoints.homeAssistant, ({ of }) => homeAssistantOf(of));
}
