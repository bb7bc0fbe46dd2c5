import type { ComponentChildren } from 'preact';
import type { Input } from '../../../contract/inputs.ts';
import { units } from '../../kit/browser-choices.ts';
import { ageS, isStale, minuteS, stationNowS, status, telemetry, time } from '../../kit/data/station.ts';
import { DASH, duration } from '../../kit/format.ts';
import { Mark } from '../../kit/icons.tsx';
import { COMMA } from '../../kit/language.ts';
import { Button } from '../../kit/parts/button.tsx';
import { t } from '../texts/sensors.ts';
import { ignore, inputs, isBusy } from './data.ts';
import { barsOf, batteryOf, causeOf, mayBeANeighbours, type Sensor, titleOf } from './model.ts';
import { cellWord, groupWord } from './names.ts';
import { BatterySign, SignalSign } from './signs.tsx';
import { rowValues, type Shown } from './values.ts';

const LONGEST_ID = 16;
const IS_HASH = /^[0-9a-f]{10}$/;

/** Since when a sensor is silent: the clock today, the day before. */
export const since = (tS: number): string =>
  minuteS.value - tS < 72_000 ? time.value.clock(tS) : time.value.dayAndMonth(tS);

function ago(tS: number): string {
  void ageS.value; // every second
  return t.header.ago({ age: duration(stationNowS() - tS) });
}

/** Words for a main source: of groups by name, or of the whole weather where it is three groups or more. */
const mainWords = (groups: readonly string[]): string =>
  groups.length > 2 ? t.sensors.main : t.sensors.mainFor({ what: groups.map(groupWord).join(COMMA) });

const lowCells = ({ battery }: Input): string =>
  Object.entries(battery)
    .flatMap(([name, state]) => (state === 'low' && name !== 'station' ? [cellWord(name)] : []))
    .join(COMMA);

export const Values = ({ of }: { of: readonly Shown[] }) => (
  <span class="values">
    {of.map(({ path, text, unit, tone }) => (
      <span key={path}>
        <b class={tone && `${tone}-text`}>{text}</b>
        {unit && <span class="unit">{unit}</span>}
      </span>
    ))}
  </span>
);

/** Since when nothing is heard of a sensor, and why where the station knows it. */
function silentWords(of: Input): string {
  const cause = causeOf(of);
  const at = since(of.last_seen_ts);
  return cause === null
    ? t.sensors.silent({ since: at })
    : t.sensors.silentSince({ since: at, cause: t.sensors.causes[cause] });
}
/** Lost parts of a sensor that reports: one of its transmitters is silent. */
const lostWords = (of: Input): string =>
  t.sensors.lost({ what: of.lost.map(groupWord).join(COMMA), cause: t.sensors.causes[causeOf(of) ?? 'radio'] });

/** Class of what is older than it should be: it loses its colour. */
export const oldIf = (isOld: boolean): string => (isOld ? 'old' : '');

/** A sensor in use; a touch anywhere on its row opens it. */
export function UsedRow({ of, open }: { of: Sensor; open: () => void }) {
  const battery = batteryOf(of);
  const isUnheard = of.silent || of.lost.length > 0 || inputs.isOld.value;
  return (
    <li class={of.silent ? 'silent' : oldIf(inputs.isOld.value)}>
      <button type="button" class="sensor" onClick={open}>
        <Mark state={isUnheard ? 'silent' : battery === 'low' ? 'warn' : 'ok'} />
        <Name title={titleOf(of)} kind={kindWords(of)} />
        <span class="place">
          {of.place && t.sensors.places[of.place]}
          {of.main_for.length > 0 && <small>{mainWords(of.main_for)}</small>}
        </span>
        {of.silent ? (
          <span class="values why">{silentWords(of)}</span>
        ) : (
          <span class="values">
            <Values of={rowValues(of, units.value)} />
            {of.lost.length > 0 && <small class="why">{lostWords(of)}</small>}
          </span>
        )}
        <span class="battery">
          <BatterySign of={battery} cells={lowCells(of)} />
        </span>
        <span class="reception">
          <SignalSign of={of.silent ? null : barsOf(of)} />
        </span>
        <span class="heard muted">{ago(of.last_seen_ts)}</span>
        <svg viewBox="0 0 24 24" class="onto" aria-hidden="true">
          <path d="m9 5 7 7-7 7" />
        </svg>
      </button>
    </li>
  );
}

/** Row of the station's own board, which has no battery and no radio. None where bought senders are all that it has. */
export function OwnRow() {
  const now = telemetry.value;
  const own = status.value.value;
  if (!own || own.hardware === 'inputs') return null;
  const values = { temperature_c: now?.temperature, humidity_pct: now?.humidity, pressure_hpa: now?.pressure };
  return (
    <li class={oldIf(isStale.value)}>
      <div class="sensor">
        <Mark state={isStale.value || !now ? 'silent' : now.health} />
        <Name title={t.headings.station} kind={t.sensors.boards[own.hardware]} />
        <span class="place">{t.sensors.places[own.site.indoors ? 'indoors' : 'outdoors']}</span>
        <Values of={rowValues({ values, place: null }, units.value)} />
        <span class="battery">{t.sensors.mains}</span>
        <span class="reception muted">{t.sensors.onBoard}</span>
        <span class="heard muted">{now && ago(now.timestamp)}</span>
      </div>
    </li>
  );
}

/** Text of a found sensor. One that reports over the network has its address in it. */
function askWords(of: Input): string {
  if (of.from !== null) return t.sensors.asks({ name: of.model ?? of.id, from: of.from });
  if (mayBeANeighbours(of)) return t.sensors.neighbour;
  return t.sensors.heardFor({ time: duration(of.last_seen_ts - of.first_seen_ts) });
}

/** Row of a sensor that was heard and not added yet. */
export function FoundRow({ of, all, add }: { of: Input; all: readonly Input[]; add: () => void }) {
  const before = all.find(({ id }) => id === of.may_be);
  const kind = mayBeANeighbours(of) && !before ? '' : 'strong';
  return (
    <li class={oldIf(inputs.isOld.value)}>
      <div class="sensor found">
        <Mark state="silent" />
        <Name title={of.model ?? of.id} kind={kindWords(of)} />
        <span class="reception">
          <BatterySign of={batteryOf(of)} cells={lowCells(of)} />
          <SignalSign of={barsOf(of)} />
        </span>
        <Values of={rowValues(of, units.value)} />
        <span class="heard muted">{ago(of.last_seen_ts)}</span>
        <span class="muted told">{before ? t.sensors.mayBe({ name: titleOf(before) }) : askWords(of)}</span>
        <span class="row">
          <Button name={t.sensors.ignore} disabled={isBusy.value} onClick={() => void ignore(of)} />
          <Button kind={kind} name={t.buttons.add} disabled={isBusy.value} onClick={add} />
        </span>
      </div>
    </li>
  );
}

export const kindWords = ({ kind, model, name, id, behind }: Sensor): string =>
  [
    ...(name !== null && model !== null ? [model] : []),
    ...(behind ? [behind.title] : [t.sensors.kinds[kind], shortId(kind, model, id)]),
  ]
    .filter((part) => part !== '')
    .join(COMMA);

/** Own number of a sender, which tells twins apart. Empty for a hash or a long one. */
const shortId = (kind: string, model: string | null, id: string): string => {
  const own = id
    .slice(kind.length + 1)
    .replace(`${model}-`, '')
    .replaceAll(/[_-]/g, ' ');
  return own.length > LONGEST_ID || IS_HASH.test(own) ? '' : own;
};

const Name = ({ title, kind }: { title: string; kind: ComponentChildren }) => (
  <span class="named">
    <b dir="auto">{title || DASH}</b>
    <small>
      <bdi>{kind}</bdi>
    </small>
  </span>
);
