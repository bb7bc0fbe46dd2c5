import { anotherTurn, Slicer } from '../../base/clock.ts';
import type { Config } from '../../config/config.ts';
import type { Scale } from '../air/scale/scale.ts';
import { type NetToTrain, teachNet } from '../forecast/learners/net-expert.ts';
import type { RawHistory } from '../forecast/relive.ts';
import { importFiles, scanFiles, undoImport } from '../imports/work.ts';
import type { QualityLimits } from '../quality/limits.ts';
import { type Rests, RowTests } from '../quality/row-tests.ts';
import { deriverOf } from '../sampling/rederive.ts';
import type { Scope } from '../store/recompute/correction.ts';
import { type BackupTime, nightlyBackup } from '../store/rescue/backups/backup.ts';
import { prepareFolder } from '../store/rescue/data-folder.ts';
import { type SalvageInput, salvage } from '../store/rescue/salvage.ts';
import type { HeavyContext, HeavyJob } from './context.ts';
import { type RelearnInput, relearn } from './relearn.ts';

interface RecomputeInput {
  config: Config;
  /** In force when the recompute was requested. */
  scale: Scale;
  scope: Scope;
}

const recompute = (context: HeavyContext, { config, scale, scope }: RecomputeInput) =>
  context.store.recompute.run(deriverOf(config, scale), context, scope);

interface ReflagInput {
  /** Limits to test all stored samples with; null where only a person's word changed. */
  limits: QualityLimits | null;
  rests: Rests;
}

async function reflag(context: HeavyContext, { limits, rests }: ReflagInput) {
  const { store, signal } = context;
  const tests = limits && new RowTests(limits, { rests, recent: {} }, false);
  if (tests && !(await store.reflag.retest(tests, context))) signal.throwIfAborted();
  return store.reflag.run(context);
}

/** The past as relearning reads it. */
const pastOf = ({ store }: HeavyContext): RawHistory => ({
  ticks: (afterS, untilS) => store.ticks.pages(afterS, untilS),
  hours: (untilS, fromS) => store.hourMeans(untilS, fromS),
});

/** Teaches a net from the diary, a step at a time. */
async function learnNet({ signal, progress }: HeavyContext, net: NetToTrain) {
  const teaching = teachNet(net);
  let step = teaching.next();
  for (; !step.done; step = teaching.next()) {
    progress(step.value);
    await anotherTurn();
    signal.throwIfAborted();
  }
  return step.value;
}

/** Relearns; scores and forecasts of an imported past are kept, as if the station had lived it. */
async function learn(context: HeavyContext, input: RelearnInput) {
  const { past, ...learned } = await relearn(pastOf(context), input, context);
  if (input.importJob != null) context.store.pastForecasts.keep(input.importJob, past);
  return learned;
}

/** The hour's housekeeping: old rows folded, old ticks let go, the log brought into the database, some rows of it looked at. */
async function upkeep({ store, clock, plan, signal }: HeavyContext) {
  const folded = await store.ageing.fold(new Slicer(clock, 4), signal);
  if (store.imports.toLearn.get() === null) store.ticks.prune(store.ageing.removable(plan.fiveMinRetentionDays));
  store.checkpoint();
  return { ...folded, changed: store.patrol(clock.nowS()) };
}

/** A checked copy beside the database, with only the newest `keep` left. */
const backup = (context: HeavyContext, { keep, ...time }: BackupTime & { keep: number }) => {
  const { store } = context;
  return store.still((db) => nightlyBackup(db, store.backupFolder, keep, time, context));
};

const heavyJobs = {
  recompute,
  reflag,
  upkeep,
  backup,
  /** Slow part of opening a database, while the server already answers that the station is starting. */
  prepare: ({ plan }: HeavyContext, { nowS }: { nowS: number }) => prepareFolder(plan.folder, nowS, plan),
  /** Reads the damaged file and writes a new one beside it; nobody has a connection to either. */
  salvage: (_: HeavyContext, input: SalvageInput) => salvage(input),
  grow: learnNet,
  relearn: learn,
  scan: scanFiles,
  import: importFiles,
  undo: undoImport,
} as const;

export type HeavyName = keyof typeof heavyJobs;
type Jobs = typeof heavyJobs;
export type InputOf<N extends HeavyName> = Parameters<Jobs[N]>[1];
export type OutputOf<N extends HeavyName> = Awaited<ReturnType<Jobs[N]>>;

export const heavyJob = (name: HeavyName): HeavyJob<unknown, unknown> => heavyJobs[name] as HeavyJob<unknown, unknown>;
