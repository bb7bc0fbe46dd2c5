import type { HomeAssistantExport } from '../contract/home-assistant.ts';
import type { HistoryFacet, Refusal } from '../station/api.ts';
import type { Speaker } from '../words/speaker.ts';

/** Port to the export into Home Assistant, which the program runs. */
export interface HomeAssistantService {
  status(speaker?: Speaker): HomeAssistantExport;
  start(
    history: HistoryFacet,
    asked: { address: string; token: string; prefix: string },
    speaker?: Speaker,
  ): Promise<HomeAssistantExport | Refusal>;
}
