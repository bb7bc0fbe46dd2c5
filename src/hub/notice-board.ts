import type { FleetNotice } from '../contract/fleet-notice.ts';
import type { Log } from '../http/log.ts';
import { FileDamaged } from './json-file.ts';
import type { NoticeFile } from './notice-file.ts';
import { Notices } from './notices.ts';

/** The notices as a running hub knows them. A file that cannot be read takes none of them away. */
export class NoticeBoard {
  #notices = new Notices();
  #stamp = '';

  constructor(
    private readonly file: NoticeFile,
    private readonly log: Log,
  ) {}

  of(login: string): FleetNotice[] {
    return this.#notices.of(login);
  }

  /** Commands change the file while the hub runs. */
  hear(): void {
    const stamp = this.file.stamp();
    if (stamp === this.#stamp) return;
    try {
      this.#notices = this.file.read();
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error; // whoever calls tells it, and asks again
      this.log.error({ err: error }, 'the notices cannot be read; those before stay');
    }
    this.#stamp = stamp;
  }
}
