import { useComputed } from '@preact/signals';
import type { BackupMade, Care } from '../../../contract/care.ts';
import { isKiosk } from '../../kit/browser-choices.ts';
import { dayText } from '../../kit/calendar.ts';
import { resource, status, time, work } from '../../kit/data/station.ts';
import { useTask } from '../../kit/data/task.ts';
import { DASH, number } from '../../kit/format.ts';
import { bytes } from '../../kit/format-size.ts';
import { lazyPart } from '../../kit/lazy-view.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { isUnderWay, JobBar } from '../../kit/parts/job-bar.tsx';
import { Page } from '../../kit/parts/page.tsx';
import { Verdict } from '../../kit/parts/verdict.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { saveFile } from '../../kit/save-file.ts';
import { t as page } from '../../kit/texts/page.ts';
import { isOwnMachine } from '../own-machine.ts';
import { t } from '../texts/about.ts';
import { Version } from './version.tsx';

const care = resource<Care>(() => '/api/care', 60);

/** View About: version, backups, disk, integrity, support file. */
export default function About() {
  const known = care.use();
  return (
    <Page view="about" problem={care.problem.value}>
      {!known && <div {...waitsFor(care)} />}
      {known && (
        <>
          <Version of={known} />
          <div class="two">
            <Backups of={known} />
            <DiskRoom of={known} />
            <Integrity of={known} />
            <SupportFile />
            <OnPhone />
          </div>
        </>
      )}
    </Page>
  );
}

/** List of backups, and a button to make one. */
function Backups({ of: { backup } }: { of: Care }) {
  const task = useTask<BackupMade>();
  const isRunning = useComputed(() => task.busy.value || isUnderWay('backup'));
  const make = () =>
    task.run(async () => {
      const made = await work<BackupMade>('/api/backup');
      await care.load();
      return made;
    });
  const made = task.result.value;
  return (
    <section>
      <h2>{t.backup.title}</h2>
      <p class="muted">{t.backup.intro}</p>
      <Facts
        of={[
          [t.backup.last, backup.last_ts === null ? t.backup.never : time.value.dateAndClock(backup.last_ts)],
          [t.backup.size, bytes(backup.bytes)],
          [t.backup.kept, number(backup.kept)],
        ]}
      />
      {backup.keeps === 0 && <p class="muted">{t.backup.off}</p>}
      {isRunning.value && <JobBar job="backup" label={t.backup.making} />}
      <div class="row">
        <Button kind="strong" name={t.backup.make} isBusy={isRunning.value} onClick={make} />
      </div>
      <div aria-live="polite">
        {task.problem.value && <p class="refusal">{task.problem.value}</p>}
        {made && !isRunning.value && <Verdict isWell of={t.backup.made({ size: bytes(made.bytes) })} />}
      </div>
    </section>
  );
}

/** Disk space, how long it lasts, and bytes written per day. */
function DiskRoom({ of: { disk, written } }: { of: Care }) {
  return (
    <section>
      <h2>{t.disk.title}</h2>
      <Facts
        of={[
          [t.disk.free, bytes(disk.free_bytes)],
          [page.views.history, bytes(disk.database_bytes)],
          [t.disk.growth, bytes(disk.grows_bytes_per_year)],
          [t.disk.full, disk.free_bytes === null ? DASH : whenFull(disk.full_in_years)],
          [t.disk.wear, bytes(written?.bytes_per_day)],
        ]}
      />
      <p class="muted">{disk.free_bytes === null ? t.disk.unknown : t.disk.growthIntro}</p>
    </section>
  );
}

function whenFull(years: number | null): string {
  if (years === null) return t.disk.notSoon;
  return years < 1 ? t.disk.soon : t.disk.years({ years: number(years) });
}

/** Result of the integrity check. */
function Integrity({ of: { integrity } }: { of: Care }) {
  const { last_round_ts: lastS, finding } = integrity;
  return (
    <section>
      <h2>{t.integrity.title}</h2>
      <p class="muted">{t.integrity.intro}</p>
      <Facts of={[[t.integrity.last, lastS === null ? t.integrity.firstRound : time.value.dateAndClock(lastS)]]} />
      <Verdict isWell={finding === null} of={finding ?? t.integrity.sound} />
    </section>
  );
}

/** Download of the support file. The window on the wall keeps no files, so it offers none. */
function SupportFile() {
  const task = useTask<true>();
  const make = () =>
    task.run(async () => {
      const file = await work<{ made_ts: number }>('/api/support');
      const day = dayText(time.peek().calendar.dayAt(file.made_ts));
      const text = JSON.stringify(file, null, 2);
      saveFile(`weatherglass-support-${day}.json`, new Blob([text], { type: 'application/json' }));
      return true;
    });
  return (
    <section>
      <h2>{t.support.title}</h2>
      <p class="muted">{t.support.intro}</p>
      {isKiosk ? (
        <p>{t.support.onWall}</p>
      ) : (
        <div class="row">
          <Button name={t.support.download} isBusy={task.busy.value} onClick={make} />
        </div>
      )}
      <p aria-live="polite" class={task.problem.value ? 'refusal' : 'muted'}>
        {task.problem.value ?? (task.result.value ? t.support.made : '')}
      </p>
    </section>
  );
}

const QrPicture = lazyPart(() => import('../../kit/parts/qr-picture.tsx'));

/** Address for a phone, as a picture to scan: https where the station has it, since only then the page works offline too. */
function OnPhone() {
  const known = status.use()?.lan_urls ?? [];
  const addresses = isOwnMachine ? known : [location.origin];
  const address = addresses.find((one) => one.startsWith('https:')) ?? addresses[0];
  if (address === undefined) return null;
  return (
    <section>
      <h2>{t.phone.title}</h2>
      <p class="muted">{t.phone.scan}</p>
      <QrPicture text={`${address}/`} label={t.phone.code({ address })} />
      <p>{address}</p>
      <p class="muted">{t.phone.home}</p>
    </section>
  );
}
