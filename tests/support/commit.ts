import { execFileSync } from 'node:child_process';

let known: string | null = null;

/** Hash of the commit that is played: what is drawn from it differs from commit to commit, and is the same for everybody who plays this one. */
export function commitHash(): string {
  const asked = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const;
  known ??= execFileSync('git', ['rev-parse', 'HEAD'], asked).trim();
  return known;
}
