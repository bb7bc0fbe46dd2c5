export interface ProgressBar {
  (share: number): void;
  /** Leaves the line. */
  end(): void;
}

const WIDTH = 30;

/** One line on a terminal, redrawn when a whole percent is new; nothing where no one watches. */
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
