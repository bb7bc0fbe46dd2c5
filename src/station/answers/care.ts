import { join } from 'node:path';
import { DAY_S } from '../../base/durations.ts';
import type { Upkept } from '../../contract/care.ts';
import { sentence } from '../../words/sentence.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import type { CareFacet } from '../api.ts';
import { diskOf } from '../store/disk-room.ts';
import { sizeOf } from '../store/queries/extent.ts';
import { BACKUP_FOLDER, backupTimeS, listBackups } from '../store/rescue/backups/backup.ts';
import { isDiskTrouble } from '../store/sqlite/database.ts';
import type { Store } from '../store/store.ts';
import { unstored } from '../store/unstored.ts';
import type { Shared } from '../subjects/shared.ts';
import type { Upkeep } from '../subjects/upkeep.ts';
import type { VersionInForce } from '../subjects/version-in-force.ts';
import { roomLeft } from './room-left.ts';

/** Events in which an upgrade, or its way back, is looked for. */
const STARTS = 50;

interface Parts extends Pick<Shared, 'config' | 'store' | 'nowS'> {
  upkeep: Upkeep;
  inForce: VersionInForce;
}

/** Answers about storage and backups. */
export const careAnswers = ({ config, store, nowS, upkeep, inForce }: Parts): CareFacet => ({
  async upkept(speaker = ENGLISH) {
    const backups = listBackups(join(store.folder, BACKUP_FOLDER)).map((path) => ({
      tS: backupTimeS(path),
      bytes: sizeOf(path),
    }));
    const { bytes: databaseBytes } = store.history.storage();
    const disk = await diskOf(store.folder);
    const firstS = store.history.firstS();
    const { growsBytesPerYear, fullInYears } = roomLeft(config, {
      databaseBytes,
      backupBytes: backups.reduce((sum, { bytes }) => sum + bytes, 0),
      historyDays: firstS === null ? 0 : (nowS() - firstS) / DAY_S,
      freeBytes: disk?.freeBytes ?? null,
    });
    const { share, lastS } = store.round;
    const { finding } = store;
    return {
      since_ts: inForce.sinceS,
      backup: {
        last_ts: backups[0]?.tS ?? null,
        bytes: backups[0]?.bytes ?? null,
        kept: backups.length,
        keeps: config.storage.backups_kept,
      },
      disk: {
        free_bytes: disk?.freeBytes ?? null,
        total_bytes: disk?.totalBytes ?? null,
        database_bytes: databaseBytes,
        grows_bytes_per_year: growsBytesPerYear,
        full_in_years: fullInYears,
      },
      integrity: {
        round: share,
        last_round_ts: lastS,
        finding: finding && speaker.say({ detail: finding.text, said: finding.said ?? null }),
      },
      story: storyOf(store, speaker),
    };
  },
  async backUp() {
    try {
      const made = await upkeep.backUp();
      return 'error' in made ? made : { made: true, ...made };
    } catch (error) {
      if (!isDiskTrouble(error)) throw error;
      return unstored(sentence('refusal.disk-copy', { why: (error as Error).message }));
    }
  },
});

/** The newest upgrade, or its way back. */
function storyOf({ events }: Store, speaker: Speaker): Upkept['story'] {
  const upgrade = events.recentOf(['startup'], STARTS).find(({ data }) => data?.['upgrade'] === true);
  return upgrade ? { ts: upgrade.ts, severity: upgrade.severity, text: speaker.say(upgrade) } : null;
}
