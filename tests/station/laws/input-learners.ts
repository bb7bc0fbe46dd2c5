import { Zone } from '../../../src/base/zone.ts';
import { Channels, type ChannelsState } from '../../../src/station/inputs/channels.ts';
import { Collector, type CollectorState } from '../../../src/station/inputs/collector.ts';
import { Counter, type CounterState, RAIN } from '../../../src/station/inputs/counters.ts';
import { Gauge, type GaugeState } from '../../../src/station/inputs/gauge.ts';
import { Intake, type IntakeState } from '../../../src/station/inputs/intake.ts';
import type { Observation } from '../../../src/station/inputs/observation.ts';
import { PresentValues, type TodayState } from '../../../src/station/inputs/present.ts';
import { Roster, type RosterState } from '../../../src/station/inputs/roster.ts';
import { Sources, type SourcesState } from '../../../src/station/inputs/sources.ts';
import { TwoGauges, type TwoGaugesState } from '../../../src/station/inputs/two-gauges.ts';
import { Voice, type VoiceState } from '../../../src/station/inputs/voice.ts';
import { learner } from './learner.ts';

const START_S = Date.parse('2026-06-01T18:00:00Z') / 1000;
const zone = new Zone('Europe/Berlin');

/** Reports of three consoles, one a minute, with showers, a counter that begins again, a glitch, and a year's counter that vanishes. */
const reports = Array.from({ length: 400 }, (_, i) => {
  const tS = START_S + 60 * i;
  const mm = (i > 150 ? -20 : 0) + 30 + Math.round(10 * (i / 40 + Math.sin(i / 9))) / 10;
  const yearMm = i % 61 === 0 ? 0 : mm;
  const observation: Observation = {
    kind: 'ecowitt',
    sender: `console-${i % 3}`,
    model: 'GW2000A',
    channel: null,
    sentS: tS,
    values: { 'outdoor.temperature_c': 12 + Math.sin(i / 30), 'wind.speed_ms': i % 5 },
    counters: { 'rain.day_mm': mm, ...(i < 300 && { 'rain.year_mm': yearMm }) },
    amounts: {},
    batteries: { wh65: i % 50 === 0 ? 'low' : 'ok' },
    signalDb: null,
    unknown: i % 7 === 0 ? ['newkey'] : [],
  };
  return { tS, i, mm, observation, day: zone.dayOf(tS) };
});

const silent = {
  newcomer: () => {},
  clockOff: () => {},
  uncounted: () => {},
  nonsense: () => {},
  gaugesDiffer: () => {},
};
/** People have taken these in; the roster has a record of its own. */
const adopted = (): Roster => {
  const roster = new Roster();
  for (const { observation, tS } of reports.slice(0, 3)) {
    const { sender } = roster.noteMessage(observation, tS);
    roster.adopt(sender.id, {});
  }
  return roster;
};

/** What the station remembers of the senders that it hears. Levels are old at the next start: what is kept is what must be counted once. */
export const inputLearners = [
  learner('Counter', reports, {
    fresh: () => new Counter(RAIN),
    restored: (saved: CounterState) => new Counter(RAIN, saved),
    step: (counter, { mm, tS, day }) => counter.take(mm, tS, day),
  }),
  learner('Gauge', reports, {
    fresh: () => new Gauge(),
    restored: (saved: GaugeState) => new Gauge(saved),
    step: (gauge, { observation, tS, day }) => gauge.take(observation.counters, tS, day),
  }),
  learner('Voice', reports, {
    fresh: () => new Voice(0),
    restored: (saved: VoiceState) => new Voice(0, saved),
    step: (voice, { observation, tS, day }) => voice.count('rain', observation.counters, tS, day),
  }),
  learner('Collector', reports, {
    fresh: () => new Collector(),
    restored: (saved: CollectorState) => new Collector(saved),
    step: (collector, { i }) => {
      collector.add('rainMm', i % 4 === 0 ? 0.2 : 0);
      return i % 3 === 2 ? collector.take() : null;
    },
  }),
  learner('Roster', reports, {
    fresh: () => new Roster(),
    restored: (saved: RosterState) => new Roster(saved),
    step: (roster, { observation, tS, i }) => {
      const { sender, isNew } = roster.noteMessage(observation, tS);
      if (i % 40 === 10) roster.adopt(sender.id, { name: `sender ${i}`, place: 'indoors' });
      if (i % 90 === 80) roster.decide(sender.id, 'retired');
      return [isNew, { ...sender }];
    },
  }),
  learner('Sources', reports, {
    fresh: () => new Sources(),
    restored: (saved: SourcesState) => new Sources(saved),
    step: (sources, { observation: { sender }, i }) => {
      sources.offer(['temperature', 'wind', 'rain'][i % 4] ?? 'soil1', sender, i % 5 === 0 ? 'indoors' : 'outdoors');
      if (i % 30 === 20) sources.choose(sender, ['wind', 'sun']);
      if (i % 50 === 40) sources.release(sender);
      return sources.mainFor(sender);
    },
  }),
  learner('Channels', reports, {
    fresh: () => new Channels(() => true),
    restored: (saved: ChannelsState) => new Channels(() => true, saved),
    step: (channels, { observation: { sender }, i }) => {
      if (i % 70 === 60) channels.replace(sender, `${sender}-new`);
      return channels.quantityFor(
        sender,
        i % 2 === 0 ? 'outdoor.temperature_c' : `ch${i % 5}.humidity_pct`,
        i % 3 === 0,
      );
    },
  }),
  learner('Intake', reports, {
    fresh: () => new Intake(adopted(), zone, silent),
    restored: (saved: IntakeState) => new Intake(adopted(), zone, silent, saved),
    step: (intake, { observation, tS, i }) => {
      intake.take(observation, tS, tS);
      return i % 2 === 0 ? null : (intake.takeNarrow()?.rainMm ?? null);
    },
  }),
  learner('TwoGauges', reports, {
    fresh: () => new TwoGauges(),
    restored: (saved: TwoGaugesState) => new TwoGauges(saved),
    step: (gauges, { observation: { sender }, i }) => {
      gauges.add(sender, i % 3, Math.floor(i / 4));
      gauges.add('main', 2, Math.floor(i / 4));
      return gauges.look('main', Math.floor(i / 4));
    },
  }),
  learner('PresentValues', reports, {
    fresh: () => new PresentValues(zone),
    restored: (saved: TodayState | null) => new PresentValues(zone, saved),
    step: (present, { tS, i }) => {
      present.take({ rainMm: i % 4 === 0 ? 0.2 : 0, lightningStrikes: i % 9 === 0 ? 1 : 0 }, tS, tS);
      const { rain_today, lightning_count } = present.at(tS, tS);
      return { rain_today, lightning_count };
    },
  }),
];
