import { time } from '../../../kit/data/station.ts';
import { t } from '../../texts/history.ts';
import type { HistoryModel } from '../model.ts';

const NAMES: Readonly<Record<string, string>> = { weewx: 'WeeWX', cumulus: 'Cumulus', weatherglass: 'Weatherglass' };

/** Provenance of what is shown: a quiet line for each import with rows in the window. */
export const Brought = ({ model }: { model: HistoryModel }) => (
  <>
    {model.range.value?.imported?.map(({ job, format, files, from, to }) => (
      <p key={job} class="muted">
        {t.history.imported({
          what: NAMES[format] ?? files.join(', '),
          from: time.value.date(from),
          to: time.value.date(to - 1),
        })}
      </p>
    ))}
  </>
);
