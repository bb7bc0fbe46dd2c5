import { INPUT_NAMES } from '../../config/inputs.ts';
import { sentence } from '../../words/sentence.ts';
import { type Check, command, fail, type Outcome, ok, type Patient, warn } from './check.ts';
import type { HeardInput } from './facilities.ts';

/** Bought stations and sensors: the receiver's program, its port, and what the running station hears of each. */
export const inputsCheck: Check = {
  id: 'inputs',
  title: sentence('doctor.title.inputs'),
  async look(patient) {
    const { config, facilities, address } = patient;
    const on = INPUT_NAMES.filter((name) => config.inputs[name].enabled || config.sensors.source === name);
    if (on.length === 0) return ok(sentence('doctor.inputs.off'));
    const program = config.inputs.rtl433.command;
    if (on.includes('rtl433') && !(await facilities.hasProgram(program)))
      return fail(
        sentence('doctor.inputs.no-program', { program }),
        command('sudo apt install rtl-433', sentence('doctor.inputs.or-set', { file: patient.configFile })),
      );
    const heard = address.port === 0 ? null : await facilities.inputs(address.host, address.port);
    return heard === null ? beforeStart(patient, on.includes('ecowitt')) : whileRunning(heard);
  },
};

/** The station does not answer: whether its consoles' port is free for it. */
async function beforeStart({ config, facilities, address }: Patient, hears: boolean): Promise<Outcome> {
  const { port } = config.inputs.ecowitt;
  const isTaken = hears && port !== null && ['taken', 'silent'].includes(await facilities.port(address.host, port));
  return isTaken
    ? fail(sentence('doctor.inputs.port-taken', { port }), `sudo ss -ltnp 'sport = :${port}'`)
    : ok(sentence('doctor.inputs.ready'));
}

function whileRunning(all: readonly HeardInput[]): Outcome {
  const heard = all.filter(({ retired }) => !retired);
  const counting = heard.filter(({ adopted }) => adopted);
  const named = (those: readonly HeardInput[]) => those.map((one) => one.name ?? one.model ?? one.kind).join(', ');
  const gone = counting.filter(({ silent, lost }) => silent || lost.length > 0);
  if (gone.length > 0)
    return warn(sentence('doctor.inputs.silent', { who: named(gone) }), sentence('doctor.inputs.look'));
  const weak = counting.filter(({ battery }) => Object.values(battery).includes('low'));
  if (weak.length > 0)
    return warn(sentence('doctor.inputs.low', { who: named(weak) }), sentence('doctor.inputs.change-battery'));
  if (heard.length === 0) return warn(sentence('doctor.inputs.nobody'), sentence('doctor.inputs.set-up'));
  if (counting.length === 0)
    return warn(sentence('doctor.inputs.waiting', { n: heard.length }), sentence('doctor.inputs.adopt'));
  return ok(sentence('doctor.inputs.heard', { n: counting.length }));
}
