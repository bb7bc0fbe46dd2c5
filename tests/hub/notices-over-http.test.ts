import { expect, it } from 'vitest';
import { noticeFile } from '../../src/hub/notices.ts';
import { enginesHere, RealEngine } from '../support/engines.ts';
import { basic, HubHere } from '../support/hub-here.ts';
import { realNowS } from '../support/real-now.ts';

it.runIf(enginesHere.length > 0)(
  'a running hub says in its proof what it was told to say, to those alone it is for',
  async () => {
    const engine = await RealEngine.start(enginesHere[0]!);
    const hub = await HubHere.start(engine.address, ['North School', 'South School']);
    try {
      const tS = Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future'));
      const proofOf = async (i: number): Promise<unknown> =>
        (await hub.get(`/api/v1/ack?t=${tS}`, { Authorization: basic(hub.keys[i]!) })).json();
      expect(await proofOf(0)).not.toHaveProperty('notices');
      await noticeFile(hub.folder).change((notices) => {
        const staged = notices.staged({ text: 'Hello', share: 100, only: ['north-school'] }, 7, 'abc');
        if (typeof staged === 'string') throw new Error(staged);
        return staged;
      });
      const said = { status: 'success', notices: [{ id: 'abc', text: 'Hello', since_ts: 7 }] };
      await expect.poll(() => proofOf(0)).toMatchObject(said);
      expect(await proofOf(1)).not.toHaveProperty('notices');
    } finally {
      await hub.stop();
      await engine.remove();
    }
  },
);
