export interface ProgressBar {
  (share: number): void;
  end(): void;
}

interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

const WIDTH = 30;

/** Progress bar on one line of a terminal, redrawn at each percent. Silent without a terminal. */
export function progressBar(stderr: Terminal): ProgressBar {
  let shown = -1;
  const draw = (share: number): void => {
    const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
    if (!stderr.isTTY || percent === shown) return;
    shown = percent;
    const filled = Math.round((percent / 100) * WIDTH);
    stderr.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent} %`);
  };
  return Object.assign(draw, {
    end: () => {
      if (shown >= 0) stderr.write('\n');
      shown = -1;
    },
  });
}

/** Work behind a progress bar, which ends with it, however it ends. */
export async function withBar<T>(stderr: Terminal, work: (bar: ProgressBar) => Promise<T>): Promise<T> {
  const bar = progressBar(stderr);
  try {
    return await work(bar);
  } finally {
    bar.end();
  }
}

/** Result of steps that tell their share, behind a progress bar. */
export function played<T>(stderr: Terminal, steps: Iterator<number, T>): T {
  const bar = progressBar(stderr);
  let step = steps.next();
  for (; !step.done; step = steps.next()) bar(step.value);
  bar(1);
  bar.end();
  return step.value;
}
