import type { Page } from '@playwright/test';
import { cardOf } from '../fixtures/board.ts';
import { waitForHydration } from '../fixtures/hydration.ts';
import { openSession } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { failureOf, toastOf } from '../fixtures/toast.ts';

const panelOf = (page: Page) => page.getByRole('complementary');
const formOf = (page: Page) => page.getByRole('dialog', { name: 'New task' });
const commentOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Comment' });
const descriptionOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Description' });
const openForm = (page: Page) => page.getByRole('button', { name: 'New task' }).first().click();

async function signInAgain(page: Page, { email, password }: { email: string; password: string }) {
  await expect(page).toHaveURL(/\/sign-in\?/);
  await waitForHydration(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  await waitForHydration(page);
}

test('keeps the draft of a new task until it is created or discarded', async ({ person, team, api }) => {
  await api.createTask({ title: 'So that the board is not empty' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await openForm(page);
  await formOf(page).getByLabel('Title').fill('Half a thought');
  await formOf(page).getByLabel('Description').fill('With what I know of it');
  await page.keyboard.press('Escape');
  await expect(formOf(page)).toBeHidden();
  await expect(toastOf(page, 'Draft kept')).toBeVisible();
  await expect(page).toHaveURL(/\/board$/);

  await openForm(page);
  await expect(formOf(page).getByText('Draft restored')).toBeVisible();
  await expect(formOf(page).getByLabel('Title')).toHaveValue('Half a thought');
  await expect(formOf(page).getByLabel('Description')).toHaveValue('With what I know of it');
  await formOf(page).getByRole('button', { name: 'Discard' }).click();
  await expect(formOf(page).getByLabel('Title')).toHaveValue('');
  await expect(formOf(page).getByText('Draft restored')).toBeHidden();

  await formOf(page).getByLabel('Title').fill('A whole thought');
  await page.reload();
  await expect(formOf(page).getByLabel('Title')).toHaveValue('A whole thought');
  await formOf(page).getByRole('button', { name: 'Create task' }).click();
  await expect(cardOf(page, 'A whole thought')).toBeVisible();
  await openForm(page);
  await expect(formOf(page).getByLabel('Title')).toHaveValue('');
  await expect(formOf(page).getByText('Draft restored')).toBeHidden();
});

test('keeps the drafts of a task until they are saved', async ({ person, team, api }) => {
  const { id } = await api.createTask({ title: 'Old title', description: 'As it was' });
  await api.createTask({ title: 'Other' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const panel = panelOf(page);
  const title = panel.getByLabel('Title');
  const save = panel.getByRole('button', { name: 'Save' });
  await cardOf(page, 'Old title').click();

  await test.step('keeps a description that is closed with Escape or with the panel', async () => {
    await panel.getByRole('button', { name: 'Edit' }).click();
    await descriptionOf(page).fill('As it shall be');
    await page.keyboard.press('Escape');
    await expect(panel.getByText('As it was')).toBeVisible();
    await expect(panel.getByText('Draft kept')).toBeVisible();
    await panel.getByRole('button', { name: 'Continue editing' }).press('Enter');
    await expect(descriptionOf(page)).toHaveValue('As it shall be');
    await expect(descriptionOf(page)).toBeFocused();
    await panel.getByRole('button', { name: 'Close' }).click();
    await cardOf(page, 'Old title').click();
    await expect(panel.getByText('Draft restored')).toBeVisible();
    await expect(descriptionOf(page)).toHaveValue('As it shall be');
    await expect(panel).toBeFocused();
    expect((await api.getTask(id)).description).toBe('As it was');
    await save.click();
    await expect(descriptionOf(page)).toBeHidden();
    await expect(panel.getByText('As it shall be').first()).toBeVisible();
    expect((await api.getTask(id)).description).toBe('As it shall be');
  });

  await test.step('moves the focus to the panel when a kept description is discarded', async () => {
    await panel.getByRole('button', { name: 'Edit' }).click();
    await descriptionOf(page).fill('Too much');
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(panel.getByText('Draft kept')).toBeHidden();
    await expect(panel).toBeFocused();
  });

  await test.step('restores an unsent comment with its task', async () => {
    await commentOf(page).fill('Half a comment');
    await cardOf(page, 'Other').click();
    await expect(title).toHaveValue('Other');
    await expect(commentOf(page)).toHaveValue('');
    await cardOf(page, 'Old title').click();
    await expect(panel.getByText('Draft restored')).toBeVisible();
    await expect(commentOf(page)).toHaveValue('Half a comment');
  });

  await test.step('keeps a title that was left with Escape or rejected', async () => {
    await title.fill('New title');
    await page.keyboard.press('Escape');
    await expect(title).toHaveValue('Old title');
    await panel.getByRole('button', { name: 'Show the draft' }).click();
    await expect(title).toHaveValue('New title');
    await page.route(/tasks\.update/, (route) => route.abort());
    await title.press('Enter');
    await expect(failureOf(page, 'cannot be reached')).toBeVisible();
    await expect(title).toHaveValue('New title');
    await page.unroute(/tasks\.update/);
  });

  await test.step('restores the comment and the title after a reload', async () => {
    await page.reload();
    await expect(commentOf(page)).toHaveValue('Half a comment');
    await expect(title).toHaveValue('New title');
  });

  await test.step('drops drafts once they are saved, also after a reload', async () => {
    await save.click();
    await expect.poll(async () => (await api.getTask(id)).title).toBe('New title');
    await panel.getByRole('button', { name: 'Comment' }).click();
    await expect(commentOf(page)).toHaveValue('');
    await page.reload();
    await expect(panel.getByRole('listitem').getByText('Half a comment')).toBeVisible();
    await expect(commentOf(page)).toHaveValue('');
    await expect(panel.getByText('Draft restored')).toBeHidden();
  });
});

test('restores drafts when the person signs in again, but not for another account', async ({
  person,
  account,
  team,
  api,
  db,
  baseURL,
}) => {
  const { id } = await api.createTask({ title: 'Talked about' });
  const { page, context, userId, ...member } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);

  await test.step('restores drafts after the session has ended and the person signs in again', async () => {
    await commentOf(page).fill('Nearly done with this');
    await panelOf(page).focus();
    await page.keyboard.press('c');
    await formOf(page).getByLabel('Title').fill('Nearly created');
    await db.pool.query('update sessions set revoked_at = now() where user_id = $1', [userId]);
    await signInAgain(page, member);
    await expect(formOf(page).getByLabel('Title')).toHaveValue('Nearly created');
    await page.keyboard.press('Escape');
    await expect(commentOf(page)).toHaveValue('Nearly done with this');
  });

  await test.step('neither shows nor keeps a draft for another account in the same tab', async () => {
    const stored = () => page.evaluate(() => JSON.stringify(sessionStorage));
    expect(await stored()).toContain('Nearly done with this');
    await context.clearCookies();
    await openSession(db, context, await account('member'), baseURL ?? '');
    await page.reload();
    await expect(commentOf(page)).toHaveValue('');
    await expect(panelOf(page).getByText('Draft restored')).toBeHidden();
    await expect.poll(stored).not.toContain('Nearly done with this');
  });
});

test.describe('with a clock of its own', () => {
  test.use({ hasFreshContexts: true });

  test('hides the toast of a kept draft after its time', async ({ person, team, api }) => {
    await api.createTask({ title: 'So that the board is not empty' });
    const { page } = await person('member');
    await page.clock.install();
    await page.goto(`${team.path}/board`);
    await openForm(page);
    await formOf(page).getByLabel('Title').fill('Half a thought');
    await formOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(toastOf(page, 'Draft kept')).toBeVisible();
    await page.clock.fastForward(6_000);
    await expect(toastOf(page, 'Draft kept')).toHaveCount(0);
  });
});

test('keeps the reason of a release until the task is released', async ({
  person,
  team,
  api,
  pageErrors,
}) => {
  const { id } = await api.createHeldTask(await api.createAgent('Ada'), { title: 'Held' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);
  const open = () => panelOf(page).getByRole('button', { name: 'Release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release this task?' });
  const reason = dialog.getByLabel('Reason (optional)');
  const send = () => dialog.getByRole('button', { name: 'Release task' }).click();
  await page.route(/tasks\.release/, (route) => route.abort());
  await open();
  await reason.fill('It runs in circles');
  await send();
  await expect(failureOf(page, 'cannot be reached')).toBeVisible();
  await open();
  await expect(reason).toHaveValue('It runs in circles');
  await page.unroute(/tasks\.release/);
  await send();
  await expect(panelOf(page)).toContainText('It runs in circles');
  // The browser logs the failed request.
  pageErrors.length = 0;
});
