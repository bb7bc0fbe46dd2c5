import type { Patience } from './asking.ts';
import type { Engine } from './engine.ts';
import { InfluxDb } from './influx.ts';
import { VictoriaMetrics } from './victoria.ts';

/** The engine that an address names: `http://…` is VictoriaMetrics, `influx+http://…` InfluxDB 1.x. Null for any other address. */
export function engineAt(address: string, patience?: Patience): Engine | null {
  const isInflux = address.startsWith('influx+');
  const plain = isInflux ? address.slice('influx+'.length) : address;
  const url = URL.parse(plain);
  if (url === null || url.protocol !== 'http:' || url.username !== '' || url.search !== '' || url.hash !== '')
    return null;
  return isInflux ? new InfluxDb(url, patience) : new VictoriaMetrics(url, patience);
}
