import { DAY_S } from '../../base/durations.ts';
import type { Zone } from '../../base/zone.ts';
import type { NarrowValues } from '../../quantities/names.ts';
import type { HeardAir } from '../tick.ts';
import { Channels, TAKEN } from './channels.ts';
import { Collector } from './collector.ts';
import { groupOf, singlesIn } from './groups.ts';
import { type Counted, notCountedYet } from './handover.ts';
import { withNamedPressure } from './named-pressure.ts';
import type { Observation } from './observation.ts';
import { noteRefused } from './refused.ts';
import { Repeats } from './repeats.ts';
import type { Roster, Sender } from './roster.ts';
import { statusOf } from './sender-status.ts';
import type { IntakeNotices } from './sender-words.ts';
import { type Silence, Silences } from './silences.ts';
import { Sources } from './sources.ts';
import { TwoGauges } from './two-gauges.ts';
import { type GaugeName, Voice, type VoiceState } from './voice.ts';

export type IntakeState = ReturnType<Intake['toJSON']>;

/** Message that counts, with its sender and its time. `day`: local date. */
interface Message {
  sender: Sender;
  voice: Voice;
  observation: Observation;
  nowS: number;
  steadyS: number;
  day: number;
}

/** Rain by a sender's factor, without the noise of fractions. */
const sumOf = (mm: number, factor: number): number => (factor === 1 ? mm : Math.round(mm * factor * 1e6) / 1e6);
/** A mean of the same wind is no further sample while the samples themselves come. */
const SAMPLES_LAST_S = 60;

/**
 * Intake of messages: what each sender says, and of adopted ones what the next sample takes. Each group of quantities comes from one
 * sender. Increments of rain are counted here, once.
 */
export class Intake {
  readonly sources: Sources;
  readonly silences: Silences;
  readonly channels: Channels;
  readonly #voices = new Map<string, Voice>();
  readonly #gauges: TwoGauges;
  readonly #repeats = new Repeats();
  readonly #waiting: Collector;
  readonly #saved: Record<string, VoiceState>;
  readonly #counted: Counted;
  #battery: number | null = null;
  /** Something was counted since this was last set to false: it must be stored with the samples. */
  isDirty = false;
  hasBegun = false;
  /** A sample took increments and is not stored yet. */
  isInFlight = false;

  constructor(
    private readonly roster: Roster,
    private readonly zone: Zone,
    private readonly notices: IntakeNotices,
    saved?: IntakeState,
    private readonly altitudeM = 0,
  ) {
    // A forgotten sender must not keep a group from others.
    const chosen = Object.entries(saved?.sources ?? {}).filter(([, id]) => id === null || roster.get(id));
    this.sources = new Sources(Object.fromEntries(chosen));
    this.channels = new Channels((id) => roster.get(id)?.state === 'adopted', saved?.channels);
    const voiceOf = (id: string) => this.#voices.get(id);
    this.silences = new Silences({ roster, takenFrom: (id) => this.takenFrom(id), voiceOf });
    this.#waiting = new Collector(saved?.waiting);
    this.#gauges = new TwoGauges(saved?.gauges);
    this.#saved = saved?.voices ?? {};
    this.#counted = { ...saved?.counted };
  }

  /** Counters of senders that count; of the others nothing is kept. */
  toJSON() {
    const counting = this.roster.all.flatMap(({ id, state }) => {
      const voice = this.#voices.get(id)?.toJSON() ?? this.#saved[id];
      return voice && state === 'adopted' ? [[id, voice] as const] : [];
    });
    return {
      voices: Object.fromEntries(counting),
      sources: this.sources.toJSON(),
      channels: this.channels.toJSON(),
      waiting: this.#waiting.toJSON(),
      gauges: this.#gauges.toJSON(),
      counted: { ...this.#counted },
    };
  }

  /** Lets a sender count from now on: rain of its counters from before may have been counted by another one. */
  begins(id: string): void {
    this.#voices.get(id)?.forgetCounters();
    delete this.#saved[id];
  }

  dropPressure(id: string): void {
    this.#voices.get(id)?.values.drop('pressure.station_hpa');
  }

  take(heard: Observation, nowS: number, steadyS: number): void {
    if (this.#repeats.isRepeat(heard, steadyS * 1000)) return;
    const { sender, isNew } = this.roster.noteMessage(heard, nowS);
    const observation = withNamedPressure(heard, sender, this.altitudeM);
    if (isNew) this.notices.newcomer(sender);
    const voice = this.#voiceOf(sender.id, steadyS);
    const values = voice.take(observation, nowS, steadyS);
    if (values === null || sender.state !== 'adopted') return;
    if (voice.clockOffS !== null && !voice.isClockReported) this.notices.clockOff(sender, voice.clockOffS);
    voice.isClockReported = voice.clockOffS !== null;
    for (const path of noteRefused(sender, voice.refused, nowS)) this.notices.nonsense(sender, path);
    for (const group of singlesIn(voice.paths)) this.sources.offer(group, sender.id, sender.place);
    this.#takeLevels(sender, voice, values, steadyS);
    const message = { sender, voice, observation, nowS, steadyS, day: this.zone.dayOf(nowS) };
    this.#takeRain('rain', message);
    this.#takeRain('piezo', message);
    this.#takeLightning(message);
  }

  #voiceOf(id: string, steadyS: number): Voice {
    const known = this.#voices.get(id);
    if (known) return known;
    const voice = new Voice(steadyS, this.#saved[id]);
    this.#voices.set(id, voice);
    for (const other of this.#voices.keys()) if (!this.roster.get(other)) this.#voices.delete(other); // it was forgotten
    return voice;
  }

  #takeLevels({ id }: Sender, voice: Voice, values: Readonly<Record<string, number>>, steadyS: number): void {
    for (const [path, value] of Object.entries(values)) {
      const isMain = this.sources.isMain(groupOf(path), id);
      const name = this.channels.quantityFor(id, path, isMain) ?? (isMain ? TAKEN.get(path)?.name : undefined);
      if (name) this.#waiting.level(name, value);
    }
    if (this.sources.isMain('wind', id)) this.#takeWind(voice, values, steadyS);
    if (!this.sources.isMain('temperature', id)) return;
    if (voice.signalDb !== null) this.#waiting.level('outdoorSignalDb', voice.signalDb);
    if (voice.battery === null) return;
    const battery = voice.battery === 'ok' ? 1 : 0;
    if (battery !== this.#battery) this.#waiting.level('outdoorBattery', battery);
    this.#battery = battery;
  }

  #takeWind(voice: Voice, values: Readonly<Record<string, number>>, steadyS: number): void {
    const gust = values['wind.gust_ms'] ?? null;
    const sample = values['wind.sample_ms'];
    if (sample !== undefined) {
      voice.sampledS = steadyS;
      this.#waiting.wind([sample, values['wind.sample_dir_deg'] ?? null], gust);
      return;
    }
    const speed = values['wind.speed_ms'];
    const isMean = steadyS - voice.sampledS <= SAMPLES_LAST_S;
    if (speed !== undefined && !isMean) this.#waiting.wind([speed, values['wind.dir_deg'] ?? null], gust);
    else if (gust !== null) this.#waiting.wind([null, null], gust);
  }

  #takeRain(gauge: 'rain' | 'piezo', message: Message): void {
    const { sender, voice, observation, nowS, steadyS, day } = message;
    const added = this.#increment(gauge, message);
    const amount = observation.amounts[`${gauge}.interval_mm`];
    const isTaken = this.#givesRain(sender.id, gauge, nowS);
    if (added && added.uncounted > 0 && isTaken) this.notices.uncounted(sender, added.uncounted);
    if (added === null && amount === undefined) return;
    const mm = sumOf((added?.amount ?? 0) + (amount ?? 0), sender.rainFactor ?? 1);
    if (gauge === 'rain') this.#compare(sender, mm, day);
    if (!isTaken) return;
    if ((amount ?? 0) > 0) this.hasBegun = true; // sent once: no counter gains it back after a kill
    const since = { sinceS: added?.sinceS ?? null, nowS };
    this.#add('rainMm', notCountedYet(this.#counted, 'rain', { by: `${sender.id} ${gauge}`, amount: mm, ...since }));
    voice.rate.add(added?.gathered ? 0 : mm, steadyS, since.sinceS === null ? undefined : nowS - since.sinceS);
    this.#waiting.level('rainRateMmH', voice.rate.at(steadyS));
  }

  #takeLightning(message: Message): void {
    const { sender, observation, nowS } = message;
    const added = this.#increment('lightning', message);
    const amount = observation.amounts['lightning.interval_count'];
    if ((added === null && amount === undefined) || !this.sources.isMain('lightning', sender.id)) return;
    const all = (added?.amount ?? 0) + (amount ?? 0);
    const since = { sinceS: added?.sinceS ?? null, nowS };
    const strikes = notCountedYet(this.#counted, 'lightning', { by: sender.id, amount: all, ...since });
    this.#add('lightningStrikes', strikes);
    const km = observation.values['lightning.distance_km'];
    if (strikes > 0 && km !== undefined) this.#waiting.level('lightningKm', km);
  }

  /** Increment of a counter, and when it stood where it counts from (null: this is its first reading). Null without a reading. */
  #increment(name: GaugeName, { voice, observation, nowS, day }: Message) {
    const before = voice.standOf(name);
    const added = voice.count(name, observation.counters, nowS, day);
    const now = voice.standOf(name);
    // A kill must lose neither where a counter begins, at once, nor that it began again or is in doubt.
    if (before === null && now !== null) this.isDirty = this.hasBegun = true;
    else if (before?.base !== now?.base || before?.candidate !== now?.candidate) this.isDirty = true;
    return added && { ...added, sinceS: before?.atS ?? null };
  }

  #compare({ id }: Sender, mm: number, day: number): void {
    this.#gauges.add(id, mm, day);
    const main = this.roster.get(this.sources.of('rain') ?? '');
    const apart = main && this.#gauges.look(main.id, day);
    const other = apart && this.roster.get(apart.other);
    if (main && apart && other?.state === 'adopted') this.notices.gaugesDiffer(main, other, apart.mm, apart.otherMm);
  }

  #add(name: 'rainMm' | 'lightningStrikes', amount: number): void {
    this.#waiting.add(name, amount);
    if (amount > 0) this.isDirty = true;
  }

  /** Whether rain of this gauge counts. A piezo gauge does where there is no spoon (the better total), or none was heard for a day. */
  #givesRain(id: string, gauge: 'rain' | 'piezo', nowS: number): boolean {
    if (gauge === 'rain') return this.sources.isMain('rain', id);
    if (!this.sources.isMain('piezo', id)) return false;
    const spoon = this.sources.of('rain');
    if (!spoon) return true;
    const stand = this.#voices.get(spoon)?.standOf('rain') ?? this.#saved[spoon]?.rain?.counter;
    return stand === undefined || nowS - stand.atS > DAY_S;
  }

  /** Everything that waits, for one sample. */
  takeNarrow(): NarrowValues | undefined {
    const taken = this.#waiting.take();
    this.isInFlight ||= (taken?.rainMm ?? 0) > 0 || (taken?.lightningStrikes ?? 0) > 0;
    return taken;
  }

  #present(path: string, steadyS: number): number | null {
    return this.#voices.get(this.sources.of(groupOf(path)) ?? '')?.values.get(path, steadyS) ?? null;
  }

  /** Rates go on from these increments of the station's rain, and from no other. */
  retakeRate(increments: readonly { atS: number; mm: number }[]): void {
    const main = this.sources.of('rain') ?? this.sources.of('piezo');
    for (const [id, { rate }] of this.#voices) rate.retake(id === main ? increments : []);
  }

  /** Present radiation of the chosen sender, W/m². */
  solarWm2(steadyS: number): number | null {
    return this.#present('sun.solar_wm2', steadyS);
  }

  /** Present air of the chosen senders, and the series that each is. */
  air(steadyS: number): HeardAir {
    const value = (path: string) => this.#present(path, steadyS);
    const series = (group: string): number | null => {
      const id = this.sources.of(group);
      return id ? (this.roster.get(id)?.series ?? null) : null;
    };
    return {
      air: series('temperature'),
      temperatureC: value('outdoor.temperature_c'),
      humidityPct: value('outdoor.humidity_pct'),
      barometer: series('pressure'),
      stationHpa: value('pressure.station_hpa'),
    };
  }

  /** Adopted senders whose silence began or ended, and those of whom a sensor is missing, since the last look. */
  look(steadyS: number): Silence[] {
    for (const { id, state } of this.roster.all) if (state === 'adopted') this.#voiceOf(id, steadyS);
    return this.silences.look(steadyS);
  }

  /** Groups that the station takes from a sender, channels too. */
  takenFrom(id: string): string[] {
    return [...new Set([...this.sources.mainFor(id), ...this.channels.headsOf(id)])].sort();
  }

  statusOf(id: string, steadyS: number) {
    const { roster, sources, channels, silences } = this;
    const taken = this.takenFrom(id);
    return statusOf({ id, voice: this.#voices.get(id), roster, sources, channels, silences, taken }, steadyS);
  }
}
