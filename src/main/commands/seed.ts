import { DAY_S } from '../../durations.ts';
import { seedHistory } from '../../station/seed.ts';
import { SimulatorBoard } from '../../station/sensors/boards/simulator.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Command } from '../command.ts';
import { giveToOwner } from '../machine/ownership.ts';
import { openHistory } from '../open-history.ts';
import { loadSettings, placeOptions } from '../settings/settings.ts';
import { keptWeather, weatherSeed } from '../simulated-weather.ts';
import { UserError } from '../user-error.ts';
import { progressBar } from '../window/progress-bar.ts';

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
  const settings = loadSettings(values, io.env);
  const { config } = settings;
  const days = within('--days', values.days, 0.01, 4000);
  const stepS = within('--step', values.step, 1, 300);
  const endS = values.end === undefined ? systemClock.nowS() : within('--end', values.end, DAY_S, 4e9);
  const asked = values.seed === undefined ? null : Math.floor(within('--seed', values.seed, 0, 2 ** 31 - 1));
  const plan = { startS: Math.floor(endS - days * DAY_S), endS: Math.floor(endS), stepS };

  const { store, standby } = await openHistory(settings, systemClock, () => 'simulator', values.force);
  if (standby !== null) {
    store.close();
    throw new UserError(standby.reason);
  }
  try {
    const { site, compensation } = config;
    const kept = weatherSeed(store);
    if (asked !== null && kept !== null && asked !== kept && !values.force) {
      throw new UserError(
        `The history in ${settings.dataDir} is made of the weather of seed ${kept}; choose another folder with --data for seed ${asked}.`,
      );
    }
    const wanted = { seed: asked ?? config.sensors.simulator_seed, altitudeM: site.altitude_m };
    const weather = values.force && asked !== null ? wanted : keptWeather(store, wanted, endS);
    const board = new SimulatorBoard({
      ...weather,
      place: site,
      psychrometric: compensation.psychrometric,
    });
    const startedMs = systemClock.steadyMs();
    const bar = progressBar(io.stderr);
    for (const share of seedHistory(store, board, config, plan)) bar(share);
    bar.end();
    const seconds = (systemClock.steadyMs() - startedMs) / 1000;
    io.stderr.write(
      `${days} days of simulated weather every ${stepS} s written to ${settings.dataDir} in ${seconds.toFixed(1)} s\n`,
    );
  } finally {
    store.close();
    giveToOwner(settings.dataDir);
  }
  return 0;
};

function within(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= min && value <= max) return value;
  throw new UserError(`${name} is ${text}, must be a number from ${min} to ${max}.`);
}
