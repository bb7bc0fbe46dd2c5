export type ProgressBar = (share: number) => void;

interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

const WIDTH = 30;

/** Progress bar on one line of a terminal, redrawn at each percent. Silent without a terminal. */
function progressBar(stderr: Terminal): { draw: ProgressBar; end(): void } {
  let shown = -1;
  const draw = (share: number): void => {
    const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
    if (!stderr.isTTY || percent === shown) return;
    shown = percent;
    const filled = Math.round((percent / 100) * WIDTH);
    stderr.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent} %`);
  };
  return { draw, end: () => void (shown >= 0 && stderr.write('\n')) };
}

/** Work behind a progress bar, which ends with it, however it ends. */
export async function withBar<T>(stderr: Terminal, work: (bar: ProgressBar) => Promise<T>): Promise<T> {
  const { draw, end } = progressBar(stderr);
  try {
    return await work(draw);
  } finally {
    end();
  }
}

/** Result of steps that tell their share, behind a progress bar. */
export function played<T>(stderr: Terminal, steps: Iterator<number, T>): T {
  const { draw, end } = progressBar(stderr);
  let step = steps.next();
  for (; !step.done; step = steps.next()) draw(step.value);
  draw(1);
  end();
  return step.value;
}
