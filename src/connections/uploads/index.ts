import type { Config } from '../../config/config.ts';
import type { Upload } from '../../contract/names.ts';
import { exchange } from '../../sending/exchange.ts';
import type { Idle } from '../../sending/outcome.ts';
import type { Ports } from '../../sending/ports.ts';
import type { Sink } from '../sink.ts';
import { cwopSink } from './cwop-sink.ts';
import { observed } from './observation.ts';
import { openSenseMap } from './opensensemap.ts';
import { openWeatherMap } from './openweathermap.ts';
import { pwsweather } from './pwsweather.ts';
import { sensorCommunity } from './sensorcommunity.ts';
import type { Ask, Sender, Service } from './service.ts';
import { windy } from './windy.ts';
import { wowbe } from './wowbe.ts';
import { wunderground } from './wunderground.ts';

/** Sinks of the public networks; a network that is off, or has no login in the settings, says so. */
export function uploadSinks(config: Config, ports: Ports, version: string, simulated: boolean): (Sink | Idle)[] {
  const { uploads, site: place } = config;
  const software = `weatherglass-${version.split('.').slice(0, 2).join('.')}${simulated ? '-simulated' : ''}`;
  const known = (name: Upload, needs: 'id' | 'id and key', make: (sender: Sender) => Sink): Sink | Idle => {
    const { enabled, id, key, key_file }: Config['uploads']['windy'] = { key: null, key_file: null, ...uploads[name] };
    if (!enabled) return { name, enabled };
    if (id === null) return { name, enabled, lacks: 'id' };
    const secret = key_file === null ? key : ports.secret(key_file);
    if (secret === null && key_file !== null) return { name, enabled, lacks: 'key_file' };
    if (secret === null && needs === 'id and key') return { name, enabled, lacks: 'key' };
    return make({ id, key: secret ?? '', place, software });
  };
  const over = (service: Service) => (sender: Sender) => serviceSink(service, sender, ports);
  const both = 'id and key';
  const sinks: Readonly<Record<Upload, Sink | Idle>> = {
    wunderground: known('wunderground', both, over(wunderground)),
    pwsweather: known('pwsweather', both, over(pwsweather)),
    cwop: known('cwop', 'id', (sender) => cwopSink(sender, ports)),
    windy: known('windy', both, over(windy())),
    wowbe: known('wowbe', both, over(wowbe)),
    openweathermap: known('openweathermap', both, over(openWeatherMap())),
    opensensemap: known('opensensemap', both, over(openSenseMap())),
    sensorcommunity: known('sensorcommunity', 'id', over(sensorCommunity)),
  };
  return Object.values(sinks);
}

function serviceSink(service: Service, sender: Sender, ports: Ports): Sink {
  const { place, id, key } = sender;
  return {
    name: service.name,
    pace: service.pace,
    secrets: [key === '' ? id : key], // a network without keys knows the station by its ID alone
    takes: (row) => service.takes(observed(row, place)),
    send({ rows, nowS }, signal) {
      const ask: Ask = (request) => exchange(ports.fetch, { ...request, signal });
      const observations = rows.map((row) => observed(row, place));
      return service.send(observations, sender, nowS, ask);
    },
  };
}
