import { describe, expect, it } from 'vitest';
import { withPeople } from '../support/hub-people.ts';
import { focused, hubOver, hubPages, logIn } from './support/hub-pages.ts';
import { shoot } from './support/looks.ts';
import { laterBy, painted } from './support/waits.ts';

const { lookedAfter } = await hubPages();

describe('the pages of people who make secrets, and take them back', () => {
  it('keep secrets in sight that nobody has saved: the same file again, a new secret of one station, and a reload that the browser asks about', async () => {
    const hub = await hubOver('http://127.0.0.1:9');
    const { page, complaints } = await lookedAfter(hub, 'Olga');
    await page.goto(`${hub.url}/#/manage`);
    await logIn(page, 'Olga');
    const summary = page.getByText('Add stations').first();
    await summary.waitFor();
    const done = page.getByText('Done.', { exact: true });
    const sheets = () => page.locator('.sheets pre').allInnerTexts();
    const add = async (text: string): Promise<void> => {
      const csv = page.getByRole('textbox', { name: 'Add stations' });
      const button = page.getByRole('button', { name: 'Add', exact: true });
      if (!(await csv.isVisible())) await summary.click();
      await csv.fill(text);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await button.click();
      await button.waitFor({ state: 'detached' });
    };
    await add('name\nNorth\nSouth\n');
    await expect.poll(async () => (await sheets()).length).toBe(2);
    const first = await sheets();
    await add('name\nNorth\nSouth\n');
    expect(await sheets()).toEqual(first);
    await done.waitFor(); // seen: what its reader has opened does not shut by itself
    const apply = async (name: string, action: string): Promise<void> => {
      await page.getByLabel(`Choose ${name}`).check();
      await page.getByRole('combobox', { name: 'Action' }).selectOption(action);
      if (action === 'Change login') await page.getByLabel('Login', { exact: true }).fill('south-2');
      await page.getByRole('button', { name: 'Apply' }).click();
      await done.waitFor();
    };
    await apply('North', 'New secret');
    const [south, north] = await sheets();
    expect([south, north!.includes('login: "north"'), first.includes(north!)]).toEqual([first[1], true, false]);
    await apply('South', 'Change login');
    expect(await sheets()).toEqual([north, expect.stringContaining('login: "south-2"')]);

    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      return dialog.dismiss();
    });
    // A print may be cancelled: it saves nothing that the page knows of.
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.evaluate(() => location.reload());
    await expect.poll(() => questions).toEqual(['beforeunload']);
    expect((await sheets()).length).toBe(2);
    // A hub that is restarted ends all sessions. Who logs in then loses nothing, and who is no operator sees nothing.
    await withPeople(hub.folder, [{ name: 'Tom', role: 'teacher', groups: ['West'] }]);
    hub.running.staff.people.reload();
    for (const [name, seen] of [
      ['Tom', 0],
      ['Olga', 2],
    ] as const) {
      await page.context().clearCookies();
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await logIn(page, name);
      await page.getByRole('combobox', { name: 'Action' }).waitFor();
      expect([(await sheets()).length, questions.length], name).toEqual([seen, 1]);
    }
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save files' }).click()]);
    await page.reload();
    await page.getByLabel('Choose North').waitFor();
    expect([await page.locator('.sheets').count(), questions.length]).toEqual([0, 1]);
    expect(complaints).toEqual([]);
  });

  it('show what an action did until the next begins, and a password until the next is made', async () => {
    const hub = await hubOver('http://127.0.0.1:9', 'North', 'South');
    const { page, complaints } = await lookedAfter(hub, 'Ada');
    const done = page.getByText('Done.', { exact: true });
    const setPlace = async (): Promise<void> => {
      await page.getByLabel('Choose North').check();
      await page.getByLabel('Place', { exact: true }).fill('Holte');
      await page.getByRole('button', { name: 'Apply' }).click();
      await done.waitFor();
    };
    const action = page.getByRole('combobox', { name: 'Action' });
    await page.goto(`${hub.url}/#/manage`);
    await logIn(page, 'Ada');
    await setPlace();
    await action.selectOption('Set group');
    await done.waitFor({ state: 'detached' });
    await action.selectOption('Set place');
    await setPlace();
    await page.getByLabel('Choose South').check();
    await done.waitFor({ state: 'detached' });

    // How much would be deleted of these stations says nothing of others.
    await action.selectOption('Set time kept');
    await page.getByLabel('Days (empty: for ever)').fill('30');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const deletes = page.getByText(/^Deletes .* from before/);
    await deletes.waitFor();
    await page.getByLabel('Choose North').check();
    await deletes.waitFor({ state: 'detached' });
    // The same stations again, but nothing in sight says what is deleted of them.
    await page.getByLabel('Choose North').uncheck();
    await page.getByText('1 station chosen').waitFor();
    const check = page.getByRole('button', { name: 'Check', exact: true });
    await expect.poll(() => check.isVisible()).toBe(true);
    await check.click();
    await deletes.waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await done.waitFor();

    await page.getByRole('link', { name: 'People', exact: true }).click();
    const people = page.getByRole('form', { name: 'People' });
    // One's own ends all sessions but this one, which shows it.
    await people.getByRole('combobox', { name: 'Action' }).selectOption('New password');
    await people.getByLabel('Name', { exact: true }).fill('Ada');
    await people.getByRole('button', { name: 'Apply' }).click();
    await people.getByText(/^Password of Ada: /).waitFor();
    const asked = page.waitForResponse('**/api/session');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await asked;
    await painted(page);
    expect(await people.getByText(/^Password of Ada: /).count()).toBe(1);
    await people.getByRole('combobox', { name: 'Action' }).selectOption('Add person');
    await people.getByLabel('Name', { exact: true }).fill('Bo');
    await people.getByRole('button', { name: 'Apply' }).click();
    await people.getByText(/^Password of Bo: /).waitFor();
    // There is a Bo: refused, and the password is shown once only.
    await people.getByLabel('Name', { exact: true }).fill('Bo');
    await people.getByRole('button', { name: 'Apply' }).click();
    await people.getByText(/^Not done: /).waitFor();
    expect(await people.getByText(/^Password of Bo: /).count()).toBe(1);
    await people.getByLabel('Name', { exact: true }).fill('Cy');
    await page.getByRole('button', { name: 'Ada' }).click();
    expect(await people.getByText(/^Password of Bo: /).count()).toBe(1);
    await people.getByRole('button', { name: 'Apply' }).click();
    await people.getByText(/^Password of Bo: /).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('delete a receiver of alerts and the token of a program by a second touch alone, and leave the focus in the list, after its last one at its heading', async () => {
    const hub = await hubOver('http://127.0.0.1:9', 'North');
    const { page, complaints } = await lookedAfter(hub, 'Olga', { viewport: { width: 800, height: 480 } });
    const lists = <T>(one: T, ...others: Partial<T>[]): T[] => [one, ...others.map((other) => ({ ...one, ...other }))];
    const to = { id: 'r1', to: 'tom@example.org', groups: ['West'], kinds: ['silent'], by: 'Olga', waiting: 0 };
    const receivers = lists(
      { ...to, id: 'r0', state: 'ok', last_error: null },
      { id: 'r1' },
      { id: 'r2', to: 'ulla@example.org' },
    );
    const programs = lists(
      { name: 'cron', role: 'viewer', groups: [], by: 'Olga', until_ts: 2e9, stands: true },
      { name: 'Prometheus' },
      { name: 'curl' },
    );
    const sent: unknown[] = [];
    for (const [path, all, answer] of [
      ['alerts', receivers, { problem: null, has_mail: true, firing: [], receivers }],
      ['programs', programs, { programs }],
    ] as const)
      await page.route(new RegExp(`/api/manage/${path}(?:/remove)?$`), (route) => {
        if (route.request().method() === 'POST') {
          sent.push(route.request().postDataJSON());
          all.shift();
        }
        return route.fulfill({ json: answer });
      });
    await page.goto(`${hub.url}/#/alerts`);
    await logIn(page, 'Olga');
    for (const [view, name, title, ...asked] of [
      ['Alerts', 'Remove', 'Receivers', { id: 'r1' }, { id: 'r2' }],
      [
        'People',
        'Revoke',
        'Tokens for programs',
        { deed: 'remove', name: 'Prometheus' },
        { deed: 'remove', name: 'curl' },
      ],
    ] as const) {
      await page.getByRole('link', { name: view, exact: true }).click();
      const buttons = page.getByRole('button', { name, exact: true });
      await buttons.first().focus();
      await page.keyboard.press('Enter');
      const sure = page.getByRole('button', { name: 'Touch again to delete' });
      await sure.waitFor();
      // Somebody else deletes that one meanwhile: of the one in its place nothing has been asked.
      (view === 'Alerts' ? receivers : programs).shift();
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))); // asks anew
      await expect.poll(() => sure.count()).toBe(0);
      expect(await buttons.count()).toBe(2);
      for (const left of [1, 0]) {
        await laterBy(page, 550);
        await page.keyboard.press('Enter');
        await sure.waitFor();
        await shoot(page, 'fleet', 'delete', view.toLowerCase());
        expect(sent).toEqual([]);
        await laterBy(page, 550);
        await page.keyboard.press('Enter');
        await expect.poll(() => sent.splice(0)).toEqual([asked[1 - left]]);
        await expect.poll(() => buttons.count()).toBe(left);
        expect(await focused(page)).toBe(left === 1 ? name : title);
      }
    }
    expect(complaints).toEqual([]);
  });

  it('show a token of one long word, and a person of one, in the width of a phone', async () => {
    const hub = await hubOver('http://127.0.0.1:9', 'North');
    const { page, complaints } = await lookedAfter(hub, 'W'.repeat(60), { viewport: { width: 390, height: 844 } });
    const token = `wgf_${'W'.repeat(43)}`;
    await page.route('**/api/manage/programs', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: { name: 'cron', token } }) : route.fallback(),
    );
    await page.goto(`${hub.url}/#/people`);
    await logIn(page, 'W'.repeat(60));
    const programs = page.getByRole('form', { name: 'Tokens for programs' });
    await programs.getByLabel('Name', { exact: true }).fill('cron');
    await programs.getByRole('button').click();
    await programs.getByText(token).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await shoot(page, 'fleet', 'token');
    expect(complaints).toEqual([]);
  });
});
