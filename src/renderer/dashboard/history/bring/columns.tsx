import { useSignal } from '@preact/signals';
import type { ImportOptions, Imports } from '../../../../contract/imports.ts';
import { zone } from '../../../kit/data/station.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Select } from '../../../kit/parts/select.tsx';
import { PickRow } from '../../sensors/pick-row.tsx';
import { t } from '../../texts/bring.ts';

const UNITS = ['C,hPa,m/s,mm', 'C,hPa,km/h,mm', 'F,inHg,mph,in', 'C,hPa,kn,mm'];
const SYSTEMS = UNITS.map((one) => [one, one.replaceAll(',', ', ')] as const);
const TIME = 'time';
/** A date or a clock, or seconds since 1970. */
const MOMENT = /^\d{1,4}[-./:]\d{1,2}|^\d{9,10}$/;

type Again = (options: ImportOptions) => void;
type Choice = readonly [value: string, words: string];

interface FactProps {
  label: string;
  value: string | null;
  auto?: string;
  of: readonly Choice[];
  choose: (value: string | null) => void;
}

const Fact = ({ label, value, of, auto = t.auto, choose }: FactProps) => (
  <label>
    <span class="muted">{label}</span>
    <Select value={value ?? ''} of={[['', auto], ...of]} pick={(one) => choose(one || null)} />
  </label>
);

/** Facts that the files lack, and the quantities of their columns. Each change scans them again. */
export function Columns({ of, again }: { of: Imports; again: Again }) {
  const { options, scan, table, maps } = of;
  const isOpen = useSignal(scan === null);
  if (!options) return null;
  const change = (what: Partial<ImportOptions>) => again({ ...options, ...what });
  return (
    <>
      <div class="picks">
        {(scan?.units_needed ||
          options.units !== null ||
          scan?.format === 'cumulus' ||
          scan?.doubts.some(({ hint }) => hint)) && (
          <Fact label={t.headings.units} value={options.units} of={SYSTEMS} choose={(units) => change({ units })} />
        )}
        {scan?.times_local && zone.value !== 'UTC' && (
          <Fact
            label={t.zone}
            value={options.zone}
            auto={zone.value}
            of={[['UTC', 'UTC']]}
            choose={(zone) => change({ zone })}
          />
        )}
        {(scan?.dates_doubtful || options.dates) && (
          <Fact
            label={t.dates}
            value={options.dates}
            of={[
              ['dmy', t.dmy],
              ['mdy', t.mdy],
            ]}
            choose={(dates) => change({ dates: dates as ImportOptions['dates'] })}
          />
        )}
        <Fact
          label={t.air}
          value={options.air}
          of={[
            ['outdoor', t.outdoors],
            ['indoor', t.indoors],
          ]}
          choose={(air) => change({ air: air as ImportOptions['air'] })}
        />
        {table && maps.length > 0 && (
          <Fact
            label={t.map}
            value={options.map_name}
            of={maps.map((one) => [one, one])}
            choose={(map_name) => change({ map: null, map_name })}
          />
        )}
      </div>
      {table && (
        <>
          <Button name={t.columns} aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)} />
          {isOpen.value && <Mapping table={table} options={options} again={again} />}
        </>
      )}
    </>
  );
}

interface Place {
  is: string;
  unit: string;
}

interface MappingProps {
  table: NonNullable<Imports['table']>;
  options: ImportOptions;
  again: Again;
}

/** Each column of a table with its first value, and the quantity and unit that a person gives it. */
function Mapping({ table, options, again }: MappingProps) {
  const { headings, rows, choices, separator } = table;
  const sample = (i: number) => rows[0]?.[i] ?? '';
  const firstTime = headings.findIndex((_, i) => MOMENT.test(sample(i)));
  const guessed = headings.map((heading, i): Place => {
    const was = options.map?.columns[heading];
    if (options.map?.time.columns.includes(heading) || (!options.map && i === firstTime)) return { is: TIME, unit: '' };
    return { is: was?.is ?? '', unit: was?.unit ?? '' };
  });
  const places = useSignal(guessed);
  const name = useSignal(options.map_name ?? '');
  const put = (i: number, place: Place) => (places.value = places.value.with(i, place));
  const unitsOf = (is: string) => choices.find((one) => one.name === is)?.units ?? [];
  const timesOf = headings.filter((_, i) => places.value[i]!.is === TIME);
  const used = headings.flatMap((heading, i) => {
    const { is, unit } = places.value[i]!;
    return is === '' || is === TIME ? [] : [[heading, { is, ...(unit && { unit }) }] as const];
  });
  const apply = () =>
    again({
      ...options,
      map: {
        separator,
        time: {
          columns: timesOf,
          epoch: timesOf.length === 1 && /^\d{9,10}$/.test(sample(headings.indexOf(timesOf[0]!))),
        },
        columns: Object.fromEntries(used),
      },
      map_name: name.value.trim().replaceAll(/[^\w-]+/g, '-') || null,
    });
  return (
    <>
      <ul class="paths">
        {headings.map((heading, i) => {
          const { is, unit } = places.value[i]!;
          return (
            <PickRow
              key={heading}
              path={heading}
              value={sample(i)}
              quantity={is}
              unit={unit}
              units={unitsOf(is)}
              choose={(name, to = unitsOf(name)[0] ?? '') => put(i, { is: name, unit: to })}
            >
              <option value={TIME}>{t.chart.time}</option>
              {choices.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.label}
                </option>
              ))}
            </PickRow>
          );
        })}
      </ul>
      <label>
        <span class="muted">{t.saveAs}</span>
        <input
          type="text"
          maxLength={40}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
      </label>
      <Button name={t.apply} disabled={timesOf.length === 0 || used.length === 0} onClick={apply} />
    </>
  );
}
