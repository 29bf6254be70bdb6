import type { Page } from '@playwright/test';
import { expectAccessibleDialog } from '../fixtures/axe.ts';
import { cardOf, columnOf, dragTo, expectAnnounced, liftWithKeyboard } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { listIn, panelOf, searchAndChoose } from '../fixtures/dependencies.ts';
import { withoutLazyScript } from '../fixtures/lazy-scripts.ts';
import { expect, test } from '../fixtures/test.ts';
import { failureOf, toastOf } from '../fixtures/toast.ts';

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Start a blocked task?' });

/** Drops the card with this title on In progress. */
async function startWithKeyboard(page: Page, title: string): Promise<void> {
  await liftWithKeyboard(page, title);
  await page.keyboard.press('ArrowRight');
  await expectAnnounced(page, `“${title}” is over In progress.`);
  await page.keyboard.press('Space');
}

test('asks before a person starts what waits for others, and names those', async ({ person, team, api }) => {
  const [plan, draw] = [
    await api.createTask({ title: 'Plan it' }),
    await api.createTask({ title: 'Draw it' }),
  ];
  const waiting = await api.createTask({ title: 'Waiting', blockedBy: [plan.id, draw.id] });
  const statusOf = async () => (await api.getTask(waiting.id)).status;
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);

  await test.step('a new task waits for others from the start', async () => {
    await createWaitingTask(page);
    const created = (await api.tasks.list()).find(({ title }) => title === 'Build it');
    expect(created).toMatchObject({ blockedBy: [plan.id, draw.id].sort(), isBlocked: true });
    await page.keyboard.press('Escape');
    await expect(panelOf(page)).toBeHidden();
  });

  await test.step('on dragging: to leave it is to change nothing', async () => {
    await dragTo(page, cardOf(page, 'Waiting'), columnOf(page, 'In progress'));
    await expect(questionOf(page)).toContainText('“Waiting” waits for 2 tasks that are not done.');
    await expect(questionOf(page).getByRole('listitem')).toHaveText(['Plan it', 'Draw it'], {
      useInnerText: true,
    });
    await expectAccessibleDialog(page);
    await questionOf(page).getByRole('button', { name: 'Leave it' }).click();
    await expect(questionOf(page)).toBeHidden();
    await expect(columnOf(page, 'To do')).toContainText('Waiting');
    await expect(columnOf(page, 'In progress').getByRole('heading')).toContainText('0');
    expect(await statusOf()).toBe('todo');
  });

  await test.step('with the keyboard: the card has the focus again', async () => {
    await startWithKeyboard(page, 'Waiting');
    await expect(questionOf(page).getByRole('button', { name: 'Leave it' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(questionOf(page)).toBeHidden();
    await expect(cardOf(page, 'Waiting')).toBeFocused();
    expect(await statusOf()).toBe('todo');
  });

  await test.step('in the panel: it counts along, and moves it all the same', async () => {
    await cardOf(page, 'Waiting').press('Enter');
    const status = panelOf(page).getByLabel('Status', { exact: true });
    await choose(page, status, 'In progress');
    await expect(questionOf(page)).toContainText('waits for 2 tasks');
    await api.moveTask(plan.id, 'done');
    await expect(questionOf(page)).toContainText('waits for 1 task that is not done.');
    await questionOf(page).getByRole('button', { name: 'Move it all the same' }).click();
    await expect(columnOf(page, 'In progress')).toContainText('Waiting');
    await expect(toastOf(page, 'Moved to In progress and assigned to you')).toBeVisible();
    await expect.poll(statusOf).toBe('in_progress');
  });

  await test.step('not for other moves, nor once nothing is left to wait for', async () => {
    const status = panelOf(page).getByLabel('Status', { exact: true });
    for (const name of ['Done', 'To do'] as const) {
      await choose(page, status, name);
      await expect(columnOf(page, name)).toContainText('Waiting');
      await expect(questionOf(page)).toBeHidden();
    }
    await api.moveTask(draw.id, 'done');
    await expect(panelOf(page)).not.toContainText('Blocked');
    await choose(page, status, 'In progress');
    await expect(columnOf(page, 'In progress')).toContainText('Waiting');
    await expect(questionOf(page)).toBeHidden();
  });
});

test('says that a task is blocked also where the code that names its blockers cannot be loaded', async ({
  person,
  team,
  api,
  pageErrors,
}) => {
  const ada = await api.createAgent('Ada');
  const plan = await api.createTask({ title: 'Plan it' });
  await api.createTask({ title: 'For Ada', assignedAgentId: ada.id, blockedBy: [plan.id] });
  const { page } = await person('member');
  await withoutLazyScript(page, 'tasks that wait for it are');
  await page.goto(`${team.path}/board`);
  await dragTo(page, cardOf(page, 'For Ada'), columnOf(page, 'In progress'));
  await expect(failureOf(page, 'Task blocked')).toBeVisible();
  await expect(columnOf(page, 'To do')).toContainText('For Ada');
  // The failed requests are in the console of the browser.
  pageErrors.length = 0;
});

test('marks follow what an agent completes and what a person cancels, and say why a start is rejected', async ({
  person,
  team,
  api,
}) => {
  const ada = await api.createAgent('Ada');
  const first = await api.createHeldTask(ada, { title: 'First' });
  await api.createTask({ title: 'Second', blockedBy: [first.id] });
  const third = await api.createTask({ title: 'Third', blockedBy: [first.id] });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  // Of a cancelled one: "Blocker cancelled", once the server has told so.
  const marked = () =>
    columnOf(page, 'To do')
      .getByRole('link')
      .filter({ hasText: /Blocked|Blocker cancelled/ });
  await expect(marked()).toHaveCount(2);

  await test.step('completed: both are free', async () => {
    await api.as(ada.token).tasks.complete({ taskId: first.id, result: 'Done' });
    await expect(marked()).toHaveCount(0);
  });

  await test.step('reopened and cancelled: the toast tells of those that wait', async () => {
    await dragTo(page, cardOf(page, 'First'), columnOf(page, 'To do'));
    await expect(toastOf(page, 'Reopened')).toContainText('2 tasks that wait for it are blocked now.');
    await expect(marked()).toHaveCount(2);
    await api.moveTask(third.id, 'done');
    await expect(marked()).toHaveCount(1);
    await dragTo(page, cardOf(page, 'First'), columnOf(page, 'Cancelled'));
    await expect(toastOf(page, 'Cancelled')).toContainText('1 task that waits for it is still blocked.');
    await expect(marked()).toHaveCount(1);
    await toastOf(page, 'Cancelled').getByRole('button', { name: 'Undo' }).click();
    await expect(columnOf(page, 'To do')).toContainText('First');
  });

  await test.step('a task of an agent is not started: the message names what it waits for', async () => {
    const blockedBy: string[] = [];
    for (const title of ['Plan it', 'Draw it', 'Write it'])
      blockedBy.push((await api.createTask({ title })).id);
    const { id } = await api.createTask({ title: 'For Ada', assignedAgentId: ada.id, blockedBy });
    await expect(cardOf(page, 'For Ada')).toContainText('Blocked');
    await dragTo(page, cardOf(page, 'For Ada'), columnOf(page, 'In progress'));
    await expect(failureOf(page, 'Not started')).toContainText(
      /“For Ada” waits for “\w+ it”, “\w+ it” and 1 more\. Agents can start it once those are done\./,
    );
    await expect(columnOf(page, 'To do')).toContainText('For Ada');
    await expect(columnOf(page, 'In progress').getByRole('heading')).toContainText('0');
    expect(await api.getTask(id)).toMatchObject({ status: 'todo', assignedAgentId: ada.id });
  });
});

/** Creates a task that waits for "Plan it" and "Draw it", and opens it. */
async function createWaitingTask(page: Page): Promise<void> {
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByLabel('Title').fill('Build it');
  const field = dialog.getByRole('combobox', { name: 'Waits for' });
  for (const title of ['Plan it', 'Draw it']) await searchAndChoose(field, title);
  await expect(dialog.getByRole('list', { name: 'Waits for' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Waits for “Draw it”: remove' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Waits for “Plan it”: remove' })).toBeFocused();
  await searchAndChoose(field, 'Draw it');
  await expectAccessibleDialog(page);

  await test.step('a draft keeps them', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('c');
    await expect(dialog.getByRole('list', { name: 'Waits for' })).toContainText('Draw it');
  });

  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(columnOf(page, 'To do').getByRole('link', { name: 'Build it' })).toContainText('Blocked');
  await cardOf(page, 'Build it').click();
  await expect(listIn(page, 'Waits for').getByRole('listitem')).toHaveCount(2);
}
