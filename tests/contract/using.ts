import type { StationApi } from '../../src/station/api.ts';
import { ask, postJson } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { type Served, serving } from '../support/serve.ts';
import { asked as playing } from '../support/station-with.ts';

let served: Served;

/** The server that the present test has opened. */
export const opened = (): Served => served;

/** A server in front of a station, until the test is over. */
export const using = async (station: StationApi | null = new FakeStation()) => {
  served = await serving({ station });
  const { port } = served;
  return {
    get: (path: string) => ask(port, { path }),
    post: (path: string, body: unknown = {}) => postJson(port, path, body),
  };
};

/** A station that writes down what it is asked, and answers as ever. */
export function listening(variant: 'cold' | 'warm' | 'faulty' = 'warm') {
  const asked: Array<[question: string, ...args: unknown[]]> = [];
  const station = new FakeStation({ variant });
  const spy = playing(station, (question, answer) =>
    typeof answer !== 'function'
      ? answer
      : (...args: unknown[]) => {
          if (question !== 'nowS') asked.push([question, ...args]); // who looks at the clock asks nothing of the station
          return answer(...args) as unknown;
        },
  );
  return { station: spy, asked, nowS: station.nowS() };
}
