import type { Pressure } from '../../../contract/conditions.ts';
import type { Setting } from '../../../contract/settings.ts';
import { units } from '../../kit/browser-choices.ts';
import { resource } from '../../kit/data/station.ts';
import { figure, unitOf } from '../../kit/format.ts';
import { Facts } from '../../kit/parts/facts.tsx';
import { Problem } from '../../kit/parts/problem.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { DialogButton } from '../dialog-button.tsx';
import { t } from '../texts/settings.ts';
import { settingIn } from './draft.ts';
import { edit, shown } from './editing.ts';
import { Field } from './field.tsx';
import { whyReadOnly } from './lock.ts';
import { NumberDialog } from './number-dialog.tsx';

export const OFFSET = 'site.pressure_offset_hpa';
const pressure = resource<Pressure>(() => '/api/pressure', 60);

/** Card with three kinds of pressure, and the correction by a reference, usually an airport's altimeter setting. */
export function PressureCard() {
  const known = pressure.use();
  const setting = settingIn(shown.value, OFFSET);
  const words = t.settings.pressure;
  const figures = (hpa: number | null) =>
    [figure('pressure', hpa, units.value), unitOf('pressure', units.value)] as const;
  const reference: Setting | undefined = setting && {
    ...setting,
    key: 'pressure.reference',
    title: words.reference,
    min: 900,
    max: 1080,
  };
  /** Corrects by a reference. A difference at sea level is smaller at the station, in proportion to its pressure. */
  const compared = (referenceHpa: unknown): void => {
    if (!setting || !known || typeof referenceHpa !== 'number') return;
    const { altimeter_hpa: altimeter, station_hpa: station, offset_hpa: offset } = known;
    if (altimeter === null || station === null) return;
    edit(setting, Math.round(100 * (offset + ((referenceHpa - altimeter) * station) / altimeter)) / 100);
  };
  return (
    <div class="pressure-card" {...waitsFor(pressure)}>
      <Problem of={pressure.problem.value} />
      {known && (
        <>
          <Facts
            of={[
              [words.station, ...figures(known.station_hpa)],
              [words.sea, ...figures(known.sea_level_hpa)],
              [words.altimeter, ...figures(known.altimeter_hpa)],
            ]}
          />
          <p class="muted">{words.stationWhy}</p>
          <p class="muted">{known.sea_level_hpa === null ? words.seaNeeds : words.seaWhy}</p>
          <p class="muted">{words.altimeterWhy}</p>
        </>
      )}
      {setting && <Field setting={setting} />}
      {reference && known?.altimeter_hpa != null && shown.value && whyReadOnly(shown.value) === null && (
        <DialogButton
          name={words.compare}
          opens={(close) => (
            <NumberDialog
              setting={reference}
              now={figures(known.altimeter_hpa).join('\u202f')}
              set={compared}
              close={close}
            />
          )}
        />
      )}
    </div>
  );
}
