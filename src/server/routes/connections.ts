import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { notFound } from '../../http/api-error.ts';
import { homeAssistantForecast } from '../../station/answers/home-assistant.ts';
import type { StationApi } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import { type Answering, newRouter } from '../answers/answering.ts';
import type { ConnectionsService } from '../connections-service.ts';

export function connectionRoutes({ read, change }: Answering<ConnectionsService>): Router {
  const router = newRouter();
  read(
    router,
    endpoints.connections,
    ({ of, speaker }) => of.list(speaker),
    () => null,
  );
  change(router, endpoints.testConnection, async ({ of, params: { name }, speaker }) => {
    const answer = await of.test(name, speaker);
    if (answer === null) throw notFound(sentence('refusal.connection'));
    return answer;
  });
  return router;
}

/** Forecasts for Home Assistant without MQTT. */
export function homeAssistantRoutes({ read }: Answering<StationApi>): Router {
  const router = newRouter();
  read(router, endpoints.homeAssistant, async ({ of }) => {
    const telemetry = await of.telemetry();
    const { site } = of.status();
    return homeAssistantForecast({
      telemetry,
      forecast: of.forecasts.forecast(false),
      outlook: of.forecasts.outlook(),
      precipitation: of.rain.precipitation(),
      place: site,
      timeZone: site.timezone,
    });
  });
  return router;
}
