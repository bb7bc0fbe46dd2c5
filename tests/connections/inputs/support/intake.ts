import type { Clock } from '../../../../src/base/clock.ts';
import type { InputPorts } from '../../../../src/connections/inputs/transport.ts';
import type { Observation } from '../../../../src/station/inputs/observation.ts';
import { Repeats } from '../../../../src/station/inputs/repeats.ts';
import type { Sentence } from '../../../../src/words/sentence.ts';
import { runningClock } from '../../../support/running-clock.ts';

/** Where a transport under test leaves what it hears and what it tells. */
export class Intake {
  readonly heard: Observation[] = [];
  readonly told: string[] = [];
  readonly details: string[] = [];
  readonly logged: string[] = [];
  readonly ports: InputPorts;
  readonly #repeats = new Repeats();

  constructor(clock: Clock = runningClock(), ask: InputPorts['fetch'] = (url, init) => fetch(url, init)) {
    this.ports = {
      clock,
      random: () => 0.5,
      fetch: ask,
      log: (_, message) => this.logged.push(message),
    };
  }

  /** As the station does: what is printed several times counts once. */
  readonly take = (observations: readonly Observation[]): void => {
    const nowMs = this.ports.clock.steadyMs();
    this.heard.push(...observations.filter((one) => !this.#repeats.isRepeat(one, nowMs)));
  };
  readonly tell = ({ detail, said }: Sentence): void => {
    this.told.push(said?.code ?? detail);
    this.details.push(detail);
  };

  get senders(): string[] {
    return [...new Set(this.heard.map(({ sender }) => sender))];
  }
}
