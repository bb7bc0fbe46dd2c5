import { it } from 'vitest';
import { launch, SIZES, settle, shoot, visit } from './support/browser.ts';
import { AFTERNOON_S, stage } from './support/stage.ts';

Object.assign(SIZES, { wide: { width: 1280, height: 800 } });
it('look', async () => {
  const browser = await launch();
  const views = (process.env['LOOK'] ?? 'now').split(',');
  const station = await stage({ startS: AFTERNOON_S, variant: (process.env['VARIANT'] as 'warm') ?? 'warm' });
  for (const [i, size] of (['panel', 'wide', 'phone'] as const).entries()) {
    const v = await visit(browser, station.url, { size: size as 'panel', theme: i === 1 ? 'night' : 'day' });
    for (const view of views) {
      await v.go(view);
      if (process.env['TAP']) await v.page.getByRole('button', { name: process.env['TAP'], exact: true }).click();
      await settle(v.page);
      await v.page.waitForTimeout(600);
      await shoot(v.page, 'look', view, size);
    }
    console.log(size, v.complaints);
    await v.close();
  }
  await browser.close();
  await station.stop();
});
