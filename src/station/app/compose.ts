import { WINDOW_PAUSE_S } from '../../base/durations.ts';
import { messageOf } from '../../base/system-error.ts';
import { Zone } from '../../base/zone.ts';
import { sentence } from '../../words/sentence.ts';
import { tickRow } from '../air/scale/levels.ts';
import { isQuiet } from '../alarms/quiet.ts';
import { displayStateOf } from '../answers/display-state.ts';
import { heardBoard } from '../inputs/heard-board.ts';
import { Jobs } from '../jobs/queue.ts';
import { besideOthers, Rescue } from '../jobs/rescue.ts';
import { Memory } from '../learned/memory.ts';
import { AlarmQueue, awayChannelsOf } from '../outbox/alarm-queue.ts';
import type { StationParts } from '../parts.ts';
import type { QualityLimits } from '../quality/limits.ts';
import type { Report } from '../report.ts';
import { guardOf } from '../sampling/guard-of.ts';
import { Pipeline } from '../sampling/pipeline.ts';
import { recallParts, rememberedParts } from '../sampling/pipeline-memory.ts';
import { Sampler } from '../sampling/sampler.ts';
import { StationTime } from '../sampling/station-time.ts';
import { probeOf } from '../sensors/periphery/probe.ts';
import { isReal } from '../sensors/sample.ts';
import { AlarmsRoom } from '../subjects/alarms.ts';
import { Bus } from '../subjects/bus.ts';
import { Calibration } from '../subjects/calibration.ts';
import { Flagging } from '../subjects/flagging.ts';
import { Forecasts } from '../subjects/forecasts.ts';
import { Importing } from '../subjects/importing.ts';
import { InputsRoom } from '../subjects/inputs.ts';
import { Keeping } from '../subjects/keeping.ts';
import { MovedClock } from '../subjects/moved-clock.ts';
import { pausedUntilS } from '../subjects/open-window.ts';
import { OutdoorsRoom } from '../subjects/outdoors.ts';
import { Peripherals } from '../subjects/peripherals.ts';
import { RainRoom } from '../subjects/rain.ts';
import { Recomputing } from '../subjects/recomputing.ts';
import { Relearning } from '../subjects/relearning.ts';
import { Rescaling } from '../subjects/rescaling.ts';
import { ScaleRoom } from '../subjects/scale-in-force.ts';
import type { Aside } from '../subjects/shared.ts';
import { Training } from '../subjects/training.ts';
import { TruthRoom } from '../subjects/truth.ts';
import { Upkeep } from '../subjects/upkeep.ts';
import { versionInForce } from '../subjects/version-in-force.ts';
import { WatchRoom } from '../subjects/watch.ts';
import type { RawTick, TickRow } from '../tick.ts';

/** The subjects of a station, as `compose` has put them together. */
export type Composed = ReturnType<typeof compose>;

/** Composition root: builds every subject of a station, each from earlier ones, and wires the bus. */
export function compose(parts: StationParts) {
  const { config, clock, store, board } = parts;
  const time = new StationTime(clock, guardOf(parts)); // what is stamped before a sample goes by the clock of those that are stored
  const nowS = () => time.nowS();
  const bus = new Bus();
  const report: Report = (kind, severity, { detail, said }, data) => {
    store.events.add({ ts: nowS(), kind, severity, detail, said, ...(data && { data }) });
    bus.tell('reported', { kind, data });
  };
  const takes = awayChannelsOf(config, !isReal(board.kind), parts.demo ?? false);
  const zone = new Zone(parts.timeZone);
  const quiet = (hours: string | null, tS: number) => isQuiet(hours, zone, tS);
  const alarmQueue = new AlarmQueue({ store, clock, nowS, takes, isQuiet: quiet, report });
  const memory = new Memory(
    {
      load: (name, version) => store.learned.load(name, version),
      putAll: (written, savedTs) => store.learned.putAll(written, savedTs),
      saveLater: (state, savedTs) => {
        alarmQueue.flush(); // what an alarm remembers to have told is in the queue before that is
        store.learned.saveLater(state, savedTs);
      },
    },
    report,
  );
  const keeping = new Keeping({ clock, store, memory, bus });
  const aside: Aside = (name, work) => {
    work.catch((error: unknown) => {
      if (keeping.ended) return; // it outlived the store, as a read that hangs may
      report('state', 'error', sentence('station.failed', { name, why: messageOf(error) }));
    });
  };
  const jobs = new Jobs(clock, (name) => store.atHome || name === 'salvage');
  const heavy = besideOthers(parts.heavy, store, clock);

  const pipeline = new Pipeline(config, recallParts(memory, config));
  const compensators = pipeline.parts;
  const scale = new ScaleRoom({ config, nowS, store, compensators }, memory);
  const { scaling } = scale;
  const shared = { config, clock, store, heavy, zone, jobs, scaling, nowS, report, bus, aside, keeping, scale };
  const forecasts = new Forecasts(shared, memory);
  const upkeep = new Upkeep({ ...shared, isConfirmed: () => time.isConfirmed }, memory);
  const inForce = versionInForce(parts.version, nowS(), memory);
  const inputs = new InputsRoom(shared, memory);
  const outdoors = new OutdoorsRoom({ ...shared, inputs }, memory);
  const truth = new TruthRoom({ ...shared, inputs });
  store.serve({
    nowS,
    states: () => (inputs.mustStore ? [...inputs.counted(), ...outdoors.remembered()] : []),
    stored: () => inputs.stored(),
  });
  const rain = new RainRoom(shared, memory);
  const watch = new WatchRoom(
    forecasts.engine,
    compensators.filters,
    !['replay', 'inputs'].includes(board.kind),
    inputs.air(),
    report,
    memory,
  );
  const models = { pipeline, forecasts, rain, watch };
  const relearning = new Relearning({ ...shared, ...models });
  const training = new Training({ ...shared, forecasts, watch, relearning }, memory);
  const calibration = new Calibration({ ...shared, compensators, memory });
  const recomputing = new Recomputing(shared);
  const rescue = new Rescue(shared);

  const storeTick = (raw: RawTick): TickRow => {
    const row = tickRow(store.ticks.withRain(raw), scaling.scale);
    store.owe(() => store.ticks.append(raw));
    return row;
  };
  const movedClock = new MovedClock({ ...shared, ...models, memory, relearning, storeTick });
  const probe = probeOf(parts.files, clock, config.sensors);
  const sampler = new Sampler({
    ...shared,
    time,
    board: heardBoard(board, inputs),
    pipeline,
    memory,
    outdoorC: () => probe?.outdoorC ?? inputs.air().temperatureC,
    timeMoved: (move, slicer, begun) => movedClock.timeMoved(move, slicer, begun),
  });
  const seen = { engine: forecasts.engine, watch, inputs, outdoors, probe, board, sampler };
  const alarming = new AlarmsRoom({ ...shared, ...seen }, memory);
  const limits = memory.load('quality.limits', 1) as QualityLimits | null;
  const resum = () => {
    outdoors.resum();
    inputs.resum();
    store.attempt(() => memory.save(outdoors.remembered(), nowS()));
  };
  const flagging = new Flagging({
    ...shared,
    relearning,
    sampler,
    hasBoard: board.kind !== 'inputs',
    limits,
  });
  const importing = new Importing({
    ...shared,
    training,
    isMadeUp: !isReal(board.kind),
  });
  const rescaling = new Rescaling({ ...shared, ...models, sampler, relearning });
  const hooks = {
    displayState: () => {
      const { reading } = sampler;
      const rainNow = rain.probability(reading?.tS ?? clock.nowS());
      const ahead = forecasts.engine.bundle();
      const state = displayStateOf(reading, ahead, rainNow, scaling.scale.air, watch.overall, clock.steadyMs() / 1000);
      return { ...state, alarm: alarming.alarms.shown };
    },
    label: (value: 0 | 1) => {
      const result = rain.label({ kind: 'rain', value, tS: nowS(), note: 'joystick' });
      if ('error' in result) report('label', 'warn', sentence('label.refused', { why: result.error })); // a finger on the board hears no answer
      return !('error' in result);
    },
    report,
  };
  const peripherals = new Peripherals(parts, probe, hooks);

  const changed = () => keeping.changed();
  bus.on(
    'sampled',
    changed,
    (reading) => watch.learn(reading),
    (reading) => inputs.takeReading(reading),
    (reading) => outdoors.takeReading(reading),
    (reading) => alarming.noteTiming(reading, true),
    (reading) => truth.takeReading(reading),
  );
  bus.on(
    'shown',
    (reading) => watch.learn(reading),
    (reading) => alarming.noteTiming(reading, false),
  );
  bus.on('ticked', (raw) => {
    movedClock.relearnLabelsBefore(raw.tS);
    const row = storeTick(raw);
    rain.model.observe(row);
    watch.tick(row, forecasts.tick(row));
    alarming.alarms.chances.tick(row);
  });
  bus.on(
    'rescaled',
    changed,
    (change) => rescaling.rescaled(change),
    () => sampler.rescaled(),
    (change) => alarming.alarms.rescaled(change),
  );
  bus.on('sourceChanged', (moved) => {
    const { scale: same } = scaling;
    alarming.alarms.rescaled({ from: same, to: same, moved, anew: [] });
  });
  bus.on(
    'moved',
    (moved) => sampler.timeMoved(moved),
    resum,
    ({ byS, fromS }) => alarming.alarms.timeMoved(byS, fromS),
  );
  bus.on('amended', resum);
  bus.on('reported', (event) => alarming.reported(event));
  bus.on(
    'stampsMoved',
    (shift) => movedClock.stampsMoved(shift),
    ({ byS }) => alarming.stampsMoved(byS),
  );
  bus.on('saidTakenUp', (labelIds) => movedClock.relearnLabels(labelIds));
  bus.on('adopted', changed);
  bus.on('alarmed', (alarmed) => alarmQueue.put(alarmed));
  bus.on('labelled', () => {
    forecasts.engine.pause(pausedUntilS(store.labels.since(nowS() - WINDOW_PAUSE_S)));
  });
  bus.on('saved', () => sampler.note());
  keeping.keep({ remembered: () => rememberedParts(compensators) });
  keeping.keep(sampler, inputs, alarming.alarms, rain, watch, upkeep, inForce, scale, forecasts, training, flagging);
  keeping.keepHeads({ remembered: () => forecasts.engine.headComponents() });

  const basis = { time, nowS, zone, bus, report, memory, keeping, aside, jobs };
  const house = { scale, upkeep, inForce, relearning, training, calibration, recomputing, rescue };
  const heard = { inputs, outdoors, alarming, alarmQueue };
  return { ...basis, ...models, ...house, ...heard, movedClock, sampler, rescaling, flagging, importing, peripherals };
}
