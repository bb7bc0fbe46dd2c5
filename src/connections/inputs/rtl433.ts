import { isRtl433, maskedArgument } from '../../config/mask.ts';
import { again } from '../../sending/back-off.ts';
import { decodeRtl433 } from '../../station/inputs/families/rtl433.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { Budget } from './budget.ts';
import { Lines } from './lines.ts';
import { type Ending, runProgram } from './program.ts';
import { Transport } from './transport.ts';

export interface Rtl433Options {
  command: string;
  args: readonly string[];
}

const OUTPUT = ['-F', 'json'];
/** Times with their zone, units as each sensor has them, and the strength of the signal. */
const USUAL = ['-M', 'time:unix:utc', '-C', 'native', '-M', 'level'];
/** Options that write files or open ports. `-F json` alone is the standard output. */
const FORBIDDEN = /^-[wWcS]/;

/** Lines a second that are decoded. A street of sensors sends some two; each message may come six times. */
const LINES_PER_S = 200;

/** rtl_433: the program that hears radio sensors through a USB receiver. It is started, read line by line, and started again when it ends. */
export class Rtl433 extends Transport<Rtl433Options> {
  readonly name = 'rtl_433';
  #lines = new Lines();
  readonly #budget = new Budget(this.ports.clock, LINES_PER_S, LINES_PER_S);

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.ports;
    const args = argumentsOf(this.options);
    if (typeof args === 'string') {
      this.troubles.open('program', sentence('input.program-option', { option: maskedArgument(args) }));
      return;
    }
    await again(this.ports, signal, async () => {
      this.#lines = new Lines();
      const ending = await runProgram(this.options.command, args, (piece) => this.#hear(piece), clock, signal);
      if (!signal.aborted) this.troubles.open('program', this.#wordsOf(ending));
    });
  }

  #hear(piece: Buffer): void {
    for (const line of this.#lines.push(piece)) this.#hearLine(line);
  }

  #hearLine(line: string | null): void {
    if (!this.#budget.take('radio')) {
      this.flooded();
      return;
    }
    const observations = line === null ? [] : decodeRtl433(line);
    if (observations.length === 0) {
      this.unreadable();
      return;
    }
    this.troubles.over('program');
    this.take(observations);
  }

  #wordsOf({ failure, code, words }: Ending): Sentence {
    const program = this.options.command;
    if (failure === 'ENOENT') return sentence('input.program-missing', { program });
    if (failure !== null) return sentence('input.program-failed', { program, failure });
    if (/No supported devices found/i.test(words)) return sentence('input.no-receiver');
    if (/usb_claim_interface|Failed to open rtlsdr|Unable to open a device/i.test(words))
      return sentence('input.receiver-busy');
    return sentence('input.program-ends', { program, code });
  }
}

/** Arguments of the program, or the option that it must not have. Another program than rtl_433 gets the arguments of the settings, and no more. */
function argumentsOf({ command, args }: Rtl433Options): string[] | string {
  if (!isRtl433(command)) return [...args];
  const outputs = args.filter((_, n) => args[n - 1] === '-F');
  const wrong = args.find((arg) => FORBIDDEN.test(arg) || (arg.startsWith('-F') && arg !== '-F' && arg !== '-Fjson'));
  if (wrong !== undefined) return wrong;
  const wrongOutput = outputs.find((output) => output !== 'json');
  if (wrongOutput !== undefined) return `-F ${wrongOutput}`;
  const hasOutput = outputs.length > 0 || args.includes('-Fjson');
  return [...(hasOutput ? [] : OUTPUT), ...(args.some((arg) => arg.startsWith('-M')) ? [] : USUAL), ...args];
}
