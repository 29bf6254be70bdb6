import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { expectAnnounced } from '../fixtures/board.ts';
import { cardIn, listIn, panelOf, searchAndChoose } from '../fixtures/dependencies.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { expect, test } from '../fixtures/test.ts';
import { failureOf, holdToast, toastOf } from '../fixtures/toast.ts';

const addButton = (page: Page) => panelOf(page).getByRole('button', { name: 'Add a dependency' });
const searchIn = (page: Page) => panelOf(page).getByRole('combobox', { name: /^Search for a task/ });
/** The names of the properties of dependencies. */
const names = (page: Page) =>
  panelOf(page)
    .getByRole('term')
    .filter({ hasText: /Dependencies|Waits for|Blocks/ });
const removeButton = (page: Page, title: string) =>
  panelOf(page).getByRole('button', { name: `“${title}”: remove` });

test('Enter takes what was searched for, also before it is found, and no task of the search before', async ({
  person,
  team,
  api,
}) => {
  await api.createTask({ title: 'Draw the sail' });
  const paint = await api.createTask({ title: 'Paint the boat' });
  const { id } = await api.createTask({ title: 'Launch it' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);
  await addButton(page).press('Enter');
  await searchIn(page).fill('Draw');
  await expect(page.getByRole('option')).toHaveText([/Draw the sail/]);
  const searches = await holdRequests(page, /board\.column/);
  await searchIn(page).fill('Paint');
  await searchIn(page).press('Enter');
  await searches.arrived;
  searches.send();
  await expect(listIn(page, 'Waits for').getByRole('link')).toHaveText(['Paint the boat']);
  await expect.poll(async () => (await api.getTask(id)).blockedBy).toEqual([paint.id]);
});

test('adds and removes what a task waits for and what it blocks, with the keyboard', async ({
  person,
  team,
  api,
}) => {
  const [plan, write, print] = [
    await api.createTask({ title: 'Plan it' }),
    await api.createTask({ title: 'Write it' }),
    await api.createTask({ title: 'Print it' }),
  ];
  const blockedBy = async (taskId: string) => (await api.getTask(taskId)).blockedBy;
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${write.id}`);
  const card = cardIn(page, 'To do', 'Write it');
  await expect(card).not.toContainText('Blocked');
  await expect(names(page)).toHaveText(['Dependencies']);

  await test.step('adds one, and is ready for the next', async () => {
    await addButton(page).press('Enter');
    await expect(searchIn(page)).toBeFocused();
    await searchAndChoose(searchIn(page), 'Plan it');
    await expect(listIn(page, 'Waits for').getByRole('link', { name: 'Plan it' })).toBeVisible();
    await expect(searchIn(page)).toBeFocused();
    await expect(panelOf(page)).toContainText('Blocked until it is done');
    await expect(card).toContainText('Blocked');
    await expectAnnounced(page, '“Write it” now waits for “Plan it”.');
    expect(await blockedBy(write.id)).toEqual([plan.id]);
    await expect(panelOf(page)).toContainText('made it wait for “Plan it”');
    await expectAccessible(page);
  });

  await test.step('offers none that is listed, nor the task itself', async () => {
    await searchIn(page).fill('it');
    await expect(page.getByRole('option')).toHaveText(['Print it']);
    await searchIn(page).fill('Plan it');
    await expect(page.getByText('No other task matches “Plan it”.')).toBeVisible();
  });

  await test.step('adds one in the other direction', async () => {
    await panelOf(page).getByText('Blocks', { exact: true }).click();
    await searchAndChoose(searchIn(page), 'Print it');
    await expect(listIn(page, 'Blocks').getByRole('link', { name: 'Print it' })).toBeVisible();
    await expect(cardIn(page, 'To do', 'Print it')).toContainText('Blocked');
    await expect(names(page)).toHaveText(['Dependencies']);
    await expectAnnounced(page, '“Print it” now waits for “Write it”.');
    // For its Undo below.
    await holdToast(toastOf(page, 'Print it'));
    expect(await blockedBy(print.id)).toEqual([write.id]);
  });

  await test.step('Escape ends it, and the focus is where it began', async () => {
    await searchIn(page).press('Escape');
    await expect(searchIn(page)).toBeHidden();
    await expect(addButton(page)).toBeFocused();
  });

  await test.step('removes one: the focus goes to the next, and the removal can be undone', async () => {
    await removeButton(page, 'Plan it').press('Enter');
    await expect(removeButton(page, 'Print it')).toBeFocused();
    await expect(card).not.toContainText('Blocked');
    await expect.poll(() => blockedBy(write.id)).toEqual([]);
    await expectAnnounced(page, '“Write it” no longer waits for “Plan it”.');
    await page.keyboard.press('Control+z');
    await expect(listIn(page, 'Waits for').getByRole('link', { name: 'Plan it' })).toBeVisible();
    await expect(card).toContainText('Blocked');
    await expect.poll(() => blockedBy(write.id)).toEqual([plan.id]);
    await expect(panelOf(page)).toContainText('removed the dependency on “Plan it”');
  });

  await test.step('undoes an addition, and the removal of the last one leaves one quiet row', async () => {
    await toastOf(page, 'Print it').getByRole('button', { name: 'Undo' }).click();
    await expect(listIn(page, 'Blocks')).toBeHidden();
    await expect.poll(() => blockedBy(print.id)).toEqual([]);
    await removeButton(page, 'Plan it').press('Enter');
    await expect(listIn(page, 'Waits for')).toBeHidden();
    await expect(addButton(page)).toBeFocused();
    await expect.poll(() => blockedBy(write.id)).toEqual([]);
  });

  await test.step('keeps what another person added at the same time', async () => {
    const updates = await holdRequests(page, /tasks\.updateIfUnchanged/);
    await addButton(page).click();
    await searchAndChoose(searchIn(page), 'Plan it');
    await updates.arrived;
    await api.tasks.update({ taskId: write.id, blockedBy: [print.id], title: 'Write all of it' });
    updates.send();
    await expect(listIn(page, 'Waits for').getByRole('listitem')).toHaveCount(2);
    await expect.poll(() => blockedBy(write.id)).toEqual([plan.id, print.id].sort());
    await expect(panelOf(page).getByLabel('Title')).toHaveValue('Write all of it');
  });

  await test.step('shows the first of many, and all on request', async () => {
    const steps: string[] = [];
    for (let number = 10; number < 22; number += 1)
      steps.push((await api.createTask({ title: `Step ${number}` })).id);
    await api.createTask({ title: 'The end', blockedBy: steps, priority: 'high' });
    await cardIn(page, 'To do', 'The end').click();
    await expect(listIn(page, 'Waits for').getByRole('listitem')).toHaveCount(6);
    await panelOf(page).getByRole('button', { name: 'Show all 12' }).press('Enter');
    await expect(listIn(page, 'Waits for').getByRole('listitem')).toHaveCount(12);
    await expect(listIn(page, 'Waits for').getByRole('link').nth(6)).toBeFocused();
  });
});

test('lists stay current for all who look at them, and open their tasks', async ({ person, team, api }) => {
  const ada = await api.createAgent('Ada');
  const [first, second] = [
    await api.createTask({ title: 'First step' }),
    await api.createTask({ title: 'Second step' }),
  ];
  const waiting = await api.createTask({ title: 'Waiting', blockedBy: [first.id, second.id] });
  const [one, other] = [(await person('member')).page, (await person('viewer')).page];
  await one.goto(`${team.path}/board/tasks/${waiting.id}`);
  await other.goto(`${team.path}/board/tasks/${first.id}`);
  await expect(panelOf(one)).toContainText('Blocked: 2 of 2 are not done');
  await expect(listIn(other, 'Blocks')).toContainText('Waiting');

  await test.step('an agent takes one, and its title changes', async () => {
    await api.as(ada.token).tasks.claim({ taskId: first.id });
    const row = listIn(one, 'Waits for').getByRole('listitem').filter({ hasText: 'First step' });
    await expect(row.getByRole('img', { name: 'In progress' })).toBeVisible();
    await expect(row.getByRole('img', { name: /^Ada/ })).toBeVisible();
    await api.tasks.update({ taskId: second.id, title: 'Last step' });
    await expect(listIn(one, 'Waits for')).toContainText('Last step');
  });

  await test.step('one is done, and a cancelled one needs a person', async () => {
    await api.as(ada.token).tasks.complete({ taskId: first.id, result: 'Done' });
    await expect(panelOf(one)).toContainText('Blocked: 1 of 2 are not done');
    await expect(listIn(one, 'Waits for').getByRole('listitem')).toHaveText([/Last step/, /First step/]);
    await api.moveTask(second.id, 'cancelled');
    await expect(panelOf(one)).toContainText('One of them is cancelled: reopen it, or remove it here.');
    await expect(cardIn(other, 'To do', 'Waiting')).toContainText('Blocker cancelled');
    await api.moveTask(second.id, 'done');
    await expect(panelOf(one)).not.toContainText('Blocked');
    await expect(cardIn(other, 'To do', 'Waiting')).not.toContainText('Block');
  });

  await test.step('another person edits the dependencies', async () => {
    const third = await api.createTask({ title: 'Third step', blockedBy: [first.id] });
    await expect(listIn(other, 'Blocks')).toContainText('Third step');
    await api.tasks.update({ taskId: waiting.id, blockedBy: [third.id] });
    await expect(listIn(one, 'Waits for').getByRole('listitem')).toHaveText([/Third step/]);
    await expect(panelOf(one)).toContainText('Blocked until it is done');
    await expect(listIn(other, 'Blocks').getByRole('listitem')).toHaveText([/Third step/]);
  });

  await test.step('a listed task opens in the panel', async () => {
    await listIn(one, 'Waits for').getByRole('link', { name: 'Third step' }).click();
    await expect(panelOf(one).getByLabel('Title')).toHaveValue('Third step');
    await expect(listIn(one, 'Blocks')).toContainText('Waiting');
    await expect(listIn(one, 'Waits for')).toContainText('First step');
    await one.goBack();
    await expect(panelOf(one).getByLabel('Title')).toHaveValue('Waiting');
  });
});

test('says in titles why a dependency cannot be added', async ({ person, team, api, db }) => {
  const plan = await api.createTask({ title: 'Plan it' });
  const write = await api.createTask({ title: 'Write it', blockedBy: [plan.id] });
  await api.createTask({ title: 'Print it', blockedBy: [write.id] });
  const full = await api.createTask({ title: 'The bottleneck' });
  await db.pool.query('update tasks set dependants = 500 where id = $1', [full.id]);
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${plan.id}`);
  await addButton(page).click();

  await test.step('a cycle, over those between', async () => {
    await searchAndChoose(searchIn(page), 'Print it');
    await expect(failureOf(page, 'Not added')).toContainText(
      '“Plan it” would wait for itself: “Print it” waits for “Write it”, which waits for “Plan it”.',
    );
    await expect(listIn(page, 'Waits for')).toBeHidden();
    await expect(cardIn(page, 'To do', 'Plan it')).not.toContainText('Blocked');
    await expect(searchIn(page)).toBeFocused();
  });

  await test.step('a task for which no more can wait', async () => {
    await searchAndChoose(searchIn(page), 'The bottleneck');
    await expect(failureOf(page, '500 tasks wait for “The bottleneck”')).toBeVisible();
    await expect(listIn(page, 'Waits for')).toBeHidden();
  });
  expect((await api.getTask(plan.id)).blockedBy).toEqual([]);
});

test('people who may not write, and all in the archive, read dependencies, links and due date alone', async ({
  person,
  team,
  api,
}) => {
  const before = await api.createTask({ title: 'Before' });
  const task = await api.createTask({
    title: 'In between',
    blockedBy: [before.id],
    links: [{ url: 'https://docs.example.com/guide' }],
    dueDate: '2020-01-31',
  });
  await api.createTask({ title: 'After', blockedBy: [task.id] });
  await api.createTask({ title: 'On its own' });
  const archived = await api.createTask({ title: 'Put away', blockedBy: [before.id] });
  await api.tasks.archive({ taskId: archived.id });

  await test.step('a viewer', async () => {
    const { page } = await person('viewer');
    await page.goto(`${team.path}/board/tasks/${task.id}`);
    await expect(listIn(page, 'Waits for').getByRole('link', { name: 'Before' })).toBeVisible();
    await expect(listIn(page, 'Blocks').getByRole('link', { name: 'After' })).toBeVisible();
    await expect(removeButton(page, 'Before')).toBeHidden();
    await expect(addButton(page)).toBeHidden();
    const panel = panelOf(page);
    await expect(panel.getByRole('link', { name: 'docs.example.com/guide' })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Add a link' })).toBeHidden();
    await expect(panel).toContainText('Overdue since Jan 31, 2020');
    await expect(panel.getByLabel('Due date')).toBeHidden();
    await api.moveTask(task.id, 'done');
    await expect(panel).toContainText('Due Jan 31, 2020');
    await expect(panel).not.toContainText('Overdue');
    await cardIn(page, 'To do', 'On its own').click();
    await expect(panel).toContainText('On its own');
    await expect(panelOf(page)).not.toContainText('Dependencies');
  });

  await test.step('a member, of an archived task', async () => {
    const { page } = await person('member');
    await page.goto(`${team.path}/board/tasks/${archived.id}`);
    await expect(listIn(page, 'Waits for').getByRole('link', { name: 'Before' })).toBeVisible();
    await expect(removeButton(page, 'Before')).toBeHidden();
    await expect(addButton(page)).toBeHidden();
  });
});
