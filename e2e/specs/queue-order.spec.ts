import { cardOf, columnOf } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { pressPair } from '../fixtures/keys.ts';
import { createManyTasks } from '../fixtures/tasks-in-bulk.ts';
import { expect, test } from '../fixtures/test.ts';
import { keepToasts, toastOf } from '../fixtures/toast.ts';

test('To do is in the order in which agents get tasks, and follows what changes', async ({
  person,
  team,
  api,
}) => {
  for (const [title, priority] of [
    ['First', 'normal'],
    ['Later', 'low'],
    ['Urgent', 'high'],
    ['Second', 'normal'],
  ] as const)
    await api.createTask({ title, priority });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const titles = columnOf(page, 'To do').getByRole('listitem');

  await test.step('lists the queue', async () => {
    await expect(titles).toHaveText([/Urgent/, /First/, /Second/, /Later/]);
    await expect(page.getByRole('list', { name: 'To do, in the order of the queue' })).toBeVisible();
  });

  await test.step('puts what others create and change in its place', async () => {
    await api.createTask({ title: 'Third' });
    await expect(titles).toHaveText([/Urgent/, /First/, /Second/, /Third/, /Later/]);
    const [later] = await api.tasks
      .list({ status: 'todo', limit: 4 })
      .then((all) => all.filter(({ title }) => title === 'Later'));
    await api.tasks.update({ taskId: later?.id ?? '', priority: 'high' });
    await expect(titles).toHaveText([/Urgent|Later/, /Urgent|Later/, /First/, /Second/, /Third/]);
  });

  await test.step('is the order of the agents', async () => {
    const shown = await titles.allInnerTexts();
    const ada = await api.createAgent('Ada');
    const agent = api.as(ada.token);
    for (const text of shown) {
      const task = await agent.tasks.claimNext({});
      expect(text).toContain(task?.title);
    }
  });
});

test('the newest first is a choice that is remembered', async ({ person, team, api }) => {
  for (const title of ['Old', 'New']) await api.createTask({ title });
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board`);
  const titles = columnOf(page, 'To do').getByRole('listitem');
  await expect(titles).toHaveText([/Old/, /New/]);

  await test.step('shows the newest first', async () => {
    await page.getByRole('button', { name: 'In order: Queue. Show the newest first' }).click();
    await expect(titles).toHaveText([/New/, /Old/]);
    await api.createTask({ title: 'Newest' });
    await expect(titles).toHaveText([/Newest/, /New/, /Old/]);
  });

  await test.step('also after a reload, and on a page that was left', async () => {
    await page.reload();
    await expect(titles).toHaveText([/Newest/, /New/, /Old/]);
    await cardOf(page, 'Old').click();
    await page.getByRole('link', { name: 'Agents' }).click();
    await expect(page.getByRole('heading', { name: 'Agents' })).toBeVisible();
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await expect(titles).toHaveText([/Newest/, /New/, /Old/]);
  });

  await test.step('and back', async () => {
    await page.getByRole('button', { name: 'In order: Newest first. Show the queue' }).click();
    await expect(titles).toHaveText([/Old/, /New$|New\D/, /Newest/]);
  });
});

test('focuses the card of a created task, or says that its place is not loaded', async ({
  person,
  team,
  db,
}) => {
  await createManyTasks(db, team, 40);
  const { page } = await person('member');
  await keepToasts(page);
  await page.goto(`${team.path}/board`);
  await expect(cardOf(page, 'Task 1').first()).toBeVisible();
  const create = async (title: string) => {
    await page.getByRole('button', { name: 'New task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('scrolls to it', async () => {
    await create('Behind forty');
    await expect(cardOf(page, 'Behind forty')).toBeFocused();
    await expect(cardOf(page, 'Behind forty')).toBeInViewport();
  });

  await test.step('says so while its place is not loaded', async () => {
    await createManyTasks(db, team, 400);
    await page.reload();
    await create('Far down');
    const toast = toastOf(page, 'Task created');
    await expect(toast).toContainText('It is further down in To do: agents get the tasks above it first.');
    await toast.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByRole('complementary', { name: 'Far down' })).toBeVisible();
    await expect(toast).toHaveCount(0);
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('442');
  });
});

test('opens a created task also once another page is open', async ({ person, team }) => {
  const { page } = await person('member');
  await page.goto(`${team.path}/board?priority=high&new=task`);
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByLabel('Title').fill('Out of view');
  await choose(page, dialog.getByLabel('Priority'), 'Low');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  const open = toastOf(page, 'The filters of the board hide it.').getByRole('button', { name: 'Open' });
  // The toast stays while it has the focus.
  await open.focus();
  await pressPair(page, 'g', 'a');
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible();
  await open.click();
  await expect(page.getByRole('complementary', { name: 'Out of view' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${team.path}/board/tasks/`));
});
