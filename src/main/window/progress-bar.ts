export interface ProgressBar {
  (share: number): void;
  /** Leaves the line. */
  end(): void;
}

const WIDTH = 30;

/** Progress bar on one line of a terminal, redrawn at each percent. Silent without a terminal. */
export function progressBar(stderr: { isTTY?: boolean; write(text: string): unknown }): ProgressBar {
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
