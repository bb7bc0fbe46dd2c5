import type { SentForecast } from '../../station/outbox/spoken.ts';
import { FORECASTS, forecastLine, forecastPoints } from '../fleet/lines.ts';
import { labelsOf, type Tags, tagsOf } from '../line-protocol.ts';

/** Line protocol of forecasts as the hub gets them, plus the station's name, which the hub would add. */
export const forecastProtocol = (said: readonly SentForecast[], tags: Tags): string =>
  said
    .flatMap(forecastPoints)
    .map((point) => forecastLine(point, tagsOf(tags)).text)
    .join('');

/** The same in the text format of Prometheus. */
export const forecastText = (said: readonly SentForecast[], tags: Tags): string =>
  said
    .flatMap(forecastPoints)
    .flatMap(({ target, horizon, tS, pairs }) =>
      pairs.map(
        ([name, text]) =>
          `${FORECASTS}_${name}{${labelsOf(tags)},target="${target}",horizon="${horizon}"} ${text} ${tS * 1000}\n`,
      ),
    )
    .join('');
