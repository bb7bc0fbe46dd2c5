import { Component, type ComponentChildren } from 'preact';
import { ProblemLine } from './parts/problem.tsx';
import { reload } from './reload.ts';
import { t } from './texts/page.ts';

const TRIED_EVERY_MS = 10_000;

/** Error boundary: what cannot be drawn is one sentence in its place, and `reload` tries again. Without one, Preact leaves the whole page blank. */
export class Caught extends Component<{ children: ComponentChildren }> {
  override state = { failed: false };
  #tries: ReturnType<typeof setInterval> | undefined;

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failed: true });
    this.#tries ??= setInterval(reload, TRIED_EVERY_MS);
  }

  override componentWillUnmount(): void {
    clearInterval(this.#tries);
  }

  override render() {
    return this.state.failed ? <ProblemLine text={t.problem.broken} role="status" /> : this.props.children;
  }
}
