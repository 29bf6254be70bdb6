import { expectAccessible } from '../fixtures/axe.ts';
import { cardOf } from '../fixtures/board.ts';
import { panelOf } from '../fixtures/dependencies.ts';
import { expect, test } from '../fixtures/test.ts';

// Seven hours behind UTC, in summer and winter.
const zone = { timeZone: 'America/Phoenix', offsetMs: 7 * 3_600_000 };
test.use({ hasFreshContexts: true, timezoneId: zone.timeZone });

const minute = Math.ceil(Date.now() / 60_000) * 60_000;
const start = new Date(minute + 30 * 24 * 3_600_000);
const inField = new Date(start.getTime() - zone.offsetMs).toISOString().slice(0, 16);
const shown = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone.timeZone, ...options }).format(start);

test('a person says in the panel from when on agents may start a task, in local time', async ({
  person,
  team,
  api,
}) => {
  const { id } = await api.createTask({ title: 'Renew the certificate' });
  const startOf = async () => (await api.getTask(id)).notBefore;
  const { page } = await person('member');
  const viewer = await person('viewer');
  await page.goto(`${team.path}/board/tasks/${id}`);
  await viewer.page.goto(`${team.path}/board/tasks/${id}`);
  const panel = panelOf(page);
  const field = panel.getByLabel('Starts');
  const next = panel.getByRole('region', { name: 'Who acts next' });
  await expect(panelOf(viewer.page)).toContainText('Any time');

  await test.step('sets it: no agent gets the task before', async () => {
    await field.fill(inField);
    await field.blur();
    await expect.poll(startOf).toBe(start.toISOString());
    await expect(next).toContainText(`Waits until ${shown({ month: 'short', day: 'numeric' })}`);
    await expect(next).toContainText(`, ${shown({ timeStyle: 'short' })}: no agent gets it before.`);
    await expect(panel).toContainText(
      `set the start time to ${shown({ dateStyle: 'medium' })}, ${shown({ timeStyle: 'medium' })} MST`,
    );
    await expect(panelOf(viewer.page)).toContainText(shown({ dateStyle: 'medium', timeStyle: 'short' }));
  });

  await test.step('shows it in local time after a reload, although the server rendered UTC', async () => {
    await page.reload();
    await expect(next).toContainText(`Waits until ${shown({ month: 'short', day: 'numeric' })}`);
    await expect(next).toContainText(`, ${shown({ timeStyle: 'short' })}: no agent gets it before.`);
  });

  await test.step('says why a time that has passed is not saved', async () => {
    await field.fill('2020-01-31T09:30');
    await field.blur();
    await expect(panel).toContainText('Choose a time from now on, up to a year ahead.');
    await expectAccessible(page);
    expect(await startOf()).toBe(start.toISOString());
    await field.fill(inField);
    await expect(panel).not.toContainText('Choose a time');
  });

  await test.step('removes it', async () => {
    await field.fill('');
    await field.blur();
    await expect.poll(startOf).toBeNull();
    await expect(panel).toContainText('removed the start time');
    await expect(next).toContainText('In the queue');
  });

  await test.step('a new task gets one, which its draft keeps', async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    const form = page.getByRole('dialog', { name: 'New task' });
    await page.getByRole('button', { name: 'New task' }).first().click();
    await form.getByLabel('Title').fill('Renew the domain');
    await form.getByLabel('Starts').fill('2020-01-31T09:30');
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(form).toContainText('Choose a time from now on, up to a year ahead.');
    await form.getByLabel('Starts').fill(inField);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'New task' }).first().click();
    await expect(form.getByLabel('Starts')).toHaveValue(inField);
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(cardOf(page, 'Renew the domain')).toContainText('Starts');
    const created = async () => (await api.tasks.list()).find(({ title }) => title === 'Renew the domain');
    await expect.poll(created).toMatchObject({ notBefore: start.toISOString() });
  });
});
