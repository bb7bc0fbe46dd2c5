import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { finishSwap } from '../../../../src/station/store/rescue/folder/swap.ts';

it('what a killed rescue or restore has left goes at the next start, and nothing that somebody else keeps under a like name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-swap-'));
  try {
    const begun = ['.salvage', '.salvage-wal', '.salvage-shm', '.salvage.partial', '.restored'];
    const copying = ['.restored.partial', '.restored.partial-journal', '.restored.partial-wal'];
    for (const end of [...begun, ...copying]) writeFileSync(join(folder, `weatherglass.db${end}`), 'half');
    const kept = [
      'weatherglass.db.restored-2026-11-01',
      'weatherglass.db.restored.mine',
      'weatherglass.db.salvage.old',
    ];
    for (const name of kept.slice(1)) writeFileSync(join(folder, name), 'a copy');
    mkdirSync(join(folder, kept[0]!));
    mkdirSync(join(folder, 'weatherglass.db.salvage-wal.d'));
    expect(finishSwap(folder)).toBeNull();
    expect(readdirSync(folder).sort()).toEqual([...kept, 'weatherglass.db.salvage-wal.d'].sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
