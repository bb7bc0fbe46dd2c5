import type { Care } from '../../../contract/care.ts';
import { DASH, duration, number } from '../../format.ts';
import { bytes } from '../../format-size.ts';
import { Facts } from '../../parts/facts.tsx';
import { t } from '../../texts/about.ts';

/** Disk space, how long it lasts, and bytes written per day. */
export function DiskRoom({ of: { disk, written } }: { of: Care }) {
  return (
    <section>
      <h2>{t.disk.title}</h2>
      <Facts
        of={[
          [t.disk.free, bytes(disk.free_bytes)],
          [t.disk.total, bytes(disk.total_bytes)],
          [t.disk.history, bytes(disk.database_bytes)],
          [t.disk.growth, bytes(disk.grows_bytes_per_year)],
          [t.disk.full, disk.free_bytes === null ? DASH : whenFull(disk.full_in_years)],
          [t.disk.wear, bytes(written?.bytes_per_day)],
        ]}
      />
      <p class="muted">{disk.free_bytes === null ? t.disk.unknown : t.disk.growthIntro}</p>
      <p class="muted">{ofWear(written)}</p>
    </section>
  );
}

function whenFull(years: number | null): string {
  if (years === null) return t.disk.notSoon;
  return years < 1 ? t.disk.soon : t.disk.years({ years: number(years) });
}

function ofWear(written: Care['written']): string {
  if (written === null) return t.disk.wearUnknown;
  return written.bytes_per_day === null ? t.disk.wearLater : t.disk.wearIntro({ time: duration(written.over_s) });
}
