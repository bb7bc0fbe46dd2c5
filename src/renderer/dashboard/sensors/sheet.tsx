import { useSignal } from '@preact/signals';
import { DAY_S } from '../../../base/durations.ts';
import type { AdoptBody, Input } from '../../../contract/inputs.ts';
import { time } from '../../kit/data/station.ts';
import { duration } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Refusal } from '../../kit/parts/refusal.tsx';
import { SegmentsOf } from '../../kit/parts/segments.tsx';
import { TextField } from '../keyboard/text-field.tsx';
import { t } from '../texts/sensor-sheet.ts';
import { AllValues } from './all-values.tsx';
import { Corrections } from './corrections.tsx';
import { adopt, isBusy, refusal, retire } from './data.ts';
import { measureWord } from './measure-word.ts';
import { givesOf, type Sensor, titleOf, usualPlace } from './model.ts';
import { groupWord, headWord } from './names.ts';
import { kindWords } from './rows.tsx';

const MOST_LETTERS = 40;
/** Error from which a clock counts as never set: its size is not told. */
const CLOCK_IS_WRONG_S = 2 * DAY_S;

const clockWords = (offS: number): string =>
  offS > CLOCK_IS_WRONG_S ? t.sheet.clockWrong : t.sheet.clockOff({ time: duration(offS) });

const whatWord = (path: string): string => `${headWord(path.split('.', 1)[0]!)} – ${measureWord(path)}`;

interface Props {
  of: Sensor;
  all: readonly Input[];
  close: () => void;
}

/** Sheet of one sensor: adds a found one, renames or retires one in use, and shows all that it says. */
export default function SensorSheet({ of, all, close }: Props) {
  const name = useSignal(of.name ?? '');
  const place = useSignal(of.place ?? usualPlace(of));
  const corrections = useSignal<Pick<AdoptBody, 'pressure_kind' | 'rain_factor'>>({});
  const isUsed = of.adopted && !of.retired;
  const before = isUsed ? undefined : all.find(({ id }) => id === of.may_be);
  const gives = givesOf(of);
  const silent = all.filter((one) => one.silent && one.adopted && one !== before);
  const send = async (body: AdoptBody): Promise<void> => {
    if (await adopt(of, body)) close();
  };
  const replace = (id: string) => () => void send({ replaces: id });
  const endUse = () => void retire(of).then((done) => done && close());
  const named = (): AdoptBody => ({
    place: place.value,
    ...corrections.value,
    ...(name.value.trim() !== '' && { name: name.value.trim() }),
  });
  return (
    <Dialog class="ask sensor-sheet" close={close} labelledBy="sensor-title">
      <h2 id="sensor-title" dir="auto">
        {titleOf(of)}
      </h2>
      <p>
        <bdi>{kindWords(of)}</bdi>
        {COMMA}
        {t.sheet.firstHeard({ at: time.value.dateAndClock(of.first_seen_ts) })}
      </p>
      {!isUsed && gives.length > 0 && <p>{t.sheet.wouldGive({ what: gives.map(groupWord).join(COMMA) })}</p>}
      {before && (
        <div class="same">
          <p>{t.sheet.sameAs({ name: titleOf(before) })}</p>
          <Button kind="strong" name={t.sheet.samePlace} disabled={isBusy.value} onClick={replace(before.id)} />
        </div>
      )}
      <TextField label={t.headings.name} of={name} placeholder={of.model ?? ''} maxLength={MOST_LETTERS} />
      <SegmentsOf
        label={t.headings.place}
        of={place}
        choices={t.sensors.places}
        order={['outdoors', 'indoors', 'elsewhere']}
      />
      {!isUsed && silent.length > 0 && (
        <fieldset class="main-for">
          <legend>{t.sheet.inPlaceOf}</legend>
          {silent.map((one) => (
            <Button key={one.id} name={titleOf(one)} disabled={isBusy.value} onClick={replace(one.id)} />
          ))}
        </fieldset>
      )}
      {isUsed && of.source_of.length > 0 && <MainFor of={of} all={all} />}
      <Corrections of={of} chosen={corrections} />
      <AllValues of={of} />
      {of.clock_off_s !== null && <p>{clockWords(Math.abs(of.clock_off_s))}</p>}
      {of.refused.length > 0 && <p>{t.sheet.refused({ what: of.refused.map(whatWord).join(COMMA) })}</p>}
      {isUsed && (of.silent || of.lost.length > 0) && <p>{t.sheet.gap}</p>}
      {isUsed && <p class="hint">{t.sheet.retireHint}</p>}
      <Refusal of={refusal.value ?? ''} />
      <div class="buttons">
        {isUsed ? (
          <Button name={t.sensors.retire} disabled={isBusy.value} onClick={endUse} />
        ) : (
          <Button name={t.buttons.cancel} onClick={close} />
        )}
        <Button
          kind={before ? '' : 'strong'}
          name={isUsed ? t.buttons.save : t.buttons.add}
          disabled={isBusy.value}
          onClick={() => void send(named())}
        />
      </div>
    </Dialog>
  );
}

/** Groups of values that this sensor may be the source of, with the present source; a touch makes it the source. */
function MainFor({ of, all }: { of: Input; all: readonly Input[] }) {
  const others = all.filter(({ id, adopted, retired }) => id !== of.id && adopted && !retired);
  const isMain = (group: string): boolean => of.main_for.includes(group);
  const open = of.source_of.filter(
    (group) => !isMain(group) || others.some(({ source_of }) => source_of.includes(group)),
  );
  if (open.length === 0) return <p class="muted">{t.sheet.onlySource}</p>;
  return (
    <fieldset class="main-for">
      <legend>{t.sheet.sourceOf}</legend>
      {open.map((group) => {
        const now = others.find(({ main_for }) => main_for.includes(group));
        return (
          <Button
            key={group}
            name={[
              groupWord(group),
              now && (
                <small key="now" class="muted">
                  {t.sheet.sourceNow({ name: titleOf(now) })}
                </small>
              ),
            ]}
            aria-pressed={isMain(group)}
            disabled={isBusy.value}
            onClick={() => !isMain(group) && void adopt(of, { main_for: [...of.main_for, group] })}
          />
        );
      })}
    </fieldset>
  );
}
