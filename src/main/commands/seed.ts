import { DAY_S } from '../../base/durations.ts';
import { seedHistory } from '../../station/seed.ts';
import { sentence } from '../../words/sentence.ts';
import { numberOf, parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Command } from '../command.ts';
import { simulatorOf } from '../machine/board.ts';
import { asOwnerOf } from '../machine/ownership.ts';
import { openHistory } from '../open-history.ts';
import { loadSettings, placeOptions } from '../settings/settings.ts';
import { enterStationFolder, OF_A_STATION } from '../settings/whose-folder.ts';
import { keptWeather, weatherIn, weatherSeed } from '../simulated-weather.ts';
import { UserError } from '../user-error.ts';
import { played } from '../window/progress-bar.ts';

const options = {
  ...placeOptions,
  days: { type: 'string', default: '30' },
  seed: { type: 'string' },
  end: { type: 'string' },
  step: { type: 'string', default: '30' },
  force: { type: 'boolean', default: false },
} as const;

export const run: Command = async (args, io) => {
  const { values } = parseArguments(args, { command: 'seed', options });
  const { force } = values;
  const settings = loadSettings(values, io.env);
  const { config, dataDir } = settings;
  const days = numberOf('--days', values.days, [0.01, 4000]);
  const stepS = numberOf('--step', values.step, [1, 300]);
  const endS = Math.floor(values.end === undefined ? systemClock.nowS() : numberOf('--end', values.end, [DAY_S, 4e9]));
  const asked = values.seed === undefined ? null : Math.floor(numberOf('--seed', values.seed, [0, 2 ** 31 - 1]));

  enterStationFolder(dataDir, OF_A_STATION);
  await asOwnerOf(dataDir, async () => {
    const { store } = await openHistory({ settings, clock: systemClock, kindFor: () => 'simulator', force });
    try {
      if (store.trouble) throw new UserError(store.trouble);
      const kept = weatherSeed(store);
      if (asked !== null && kept !== null && asked !== kept && !force)
        throw new UserError(
          `The history in ${dataDir} has the weather of seed ${kept}. Choose another folder with --data for seed ${asked}.`,
        );
      const startS = Math.max(Math.floor(endS - days * DAY_S), Math.ceil(store.samples.newestTs() ?? 0));
      if (startS + stepS > endS)
        throw new UserError(
          `The history in ${dataDir} already has these days. Name a later --end, or another folder with --data DIR.`,
        );
      const wanted = { ...weatherIn(config), ...(asked !== null && { seed: asked }) };
      const weather = force && asked !== null ? wanted : keptWeather(store, wanted, endS);
      const board = simulatorOf(config, weather);
      const startedMs = systemClock.steadyMs();
      played(io.stderr, seedHistory(store, board, config, { startS, endS, stepS }));
      const seconds = (systemClock.steadyMs() - startedMs) / 1000;
      const written = sentence('methods.value.days', { n: Number(((endS - startS) / DAY_S).toFixed(2)) }).detail;
      io.stderr.write(
        `${written} of simulated weather every ${stepS} s written to ${dataDir} in ${seconds.toFixed(1)} s\n`,
      );
    } finally {
      store.close();
    }
  });
  return 0;
};
