import type { Care } from '../../../contract/care.ts';
import { resource } from '../../data/station.ts';
import { Problem } from '../../parts/problem.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import { t } from '../../texts/page.ts';
import { Backups } from './backups.tsx';
import { DiskRoom } from './disk-room.tsx';
import { Integrity } from './integrity.tsx';
import { OnPhone } from './on-phone.tsx';
import { SupportFile } from './support-file.tsx';
import { Version } from './version.tsx';

const care = resource<Care>(() => '/api/care', 60);

/** Which program this is, and how it looks after what it measured. */
export default function About() {
  const known = care.use();
  return (
    <div class="page about">
      <header>
        <h1>{t.views.about}</h1>
      </header>
      <Problem of={care.problem.value} />
      {!known && <div {...waitsFor(care)} />}
      {known && (
        <>
          <Version of={known} />
          <div class="two">
            <Backups of={known} again={() => care.load()} />
            <DiskRoom of={known} />
            <Integrity of={known} />
            <SupportFile />
            <OnPhone />
          </div>
        </>
      )}
    </div>
  );
}
