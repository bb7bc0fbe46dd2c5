import { jobs, pinAsked } from '../data/station.ts';
import { share as percent } from '../format.ts';

/** Whether a heavy job is under way, whoever asked for it. */
export const isUnderWay = (job: string): boolean => jobs.value.some((one) => one.job === job);

/** Progress of a heavy job, from the stream. Hidden while the page asks for the PIN. */
export const JobBar = ({ job, label }: { job: string; label: string }) =>
  !pinAsked.value && <Meter share={jobs.value.find((one) => one.job === job)?.progress ?? 0} label={label} />;

/** Bar of work that is done in part. */
export function Meter({ share, label }: { share: number; label: string }) {
  return (
    <div
      class="job"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <p>
        {label} <span class="muted">{percent(share)}</span>
      </p>
      <svg class="meter" aria-hidden="true">
        <rect class="track" width="100%" height="100%" rx="3" />
        <rect class="fill" width={`${share * 100}%`} height="100%" rx="3" />
      </svg>
    </div>
  );
}
