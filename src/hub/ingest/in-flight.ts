import { ApiError } from '../../http/api-error.ts';
import type { Appointments } from './appointments.ts';

/** Memory of all batches: as they came, unpacked, and as rows, which a hanging engine leaves there. */
const MOST_BYTES = 96 * 1024 * 1024;

export interface Place {
  /** Counts memory that the batch takes from now on, or refuses the batch where there is no more. */
  take(bytes: number): void;
  /** Frees the place and all that it took; called once. */
  leave(): void;
}

/**
 * Limit of batches in flight, by number and by memory: a station's day is 30 kB of text. A batch that finds no room is refused with an
 * appointment, and nothing of it is stored.
 */
export class InFlight {
  #heldBytes = 0;
  constructor(
    private readonly appointments: Pick<Appointments, 'enter' | 'leave' | 'later'>,
    private readonly mostBytes = MOST_BYTES,
  ) {}

  enter(): Place {
    if (!this.appointments.enter())
      throw new ApiError(429, 'too many stations are sending now; try again', { afterS: this.appointments.later() });
    let mine = 0;
    return {
      take: (bytes) => {
        if (this.#heldBytes + bytes > this.mostBytes)
          throw new ApiError(503, 'the hub is busy with other batches; send it again', {
            afterS: this.appointments.later(),
            headers: { Connection: 'close' },
          });
        this.#heldBytes += bytes;
        mine += bytes;
      },
      leave: () => {
        this.#heldBytes -= mine;
        this.appointments.leave();
      },
    };
  }
}
