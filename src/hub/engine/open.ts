import type { Timeouts } from './client.ts';
import type { Engine } from './engine.ts';
import { InfluxDb } from './influx.ts';
import { VictoriaMetrics } from './victoria.ts';

/** The engine that an address names: `http://…` is VictoriaMetrics, `influx+http://…` InfluxDB 1.x. Null for any other address. */
export function engineAt(address: string, timeouts?: Timeouts): Engine | null {
  const isInflux = address.startsWith('influx+');
  const plain = isInflux ? address.slice('influx+'.length) : address;
  const url = URL.parse(plain);
  if (url === null || url.protocol !== 'http:' || url.username !== '' || url.search !== '' || url.hash !== '')
    return null;
  return isInflux ? new InfluxDb(url, timeouts) : new VictoriaMetrics(url, timeouts);
}
