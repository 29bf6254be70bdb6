import { cardOf, columnOf, dragTo, expectAnnounced, liftWithKeyboard } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { createManyTasks } from '../fixtures/tasks-in-bulk.ts';
import { expect, test } from '../fixtures/test.ts';

test('shows four columns with their tasks and exact counts, also when rendered on the server', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  await api.createTask({ title: 'First in line' });
  await api.createTask({ title: 'Second in line', priority: 'high' });
  await api.createHeldTask(agent, { title: 'In hand' });
  await api.createDoneTask(agent, 'Well done', { title: 'Finished' });
  const { id } = await api.createTask({ title: 'Given up' });
  await api.moveTask(id, 'cancelled');
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board`);
  for (const [status, count, title] of [
    ['To do', 2, 'First in line'],
    ['In progress', 1, 'In hand'],
    ['Done', 1, 'Finished'],
    ['Cancelled', 1, 'Given up'],
  ] as const) {
    await expect(columnOf(page, status)).toContainText(title);
    await expect(columnOf(page, status).getByRole('heading')).toContainText(String(count));
  }
  await expect(cardOf(page, 'In hand')).toContainText(/General/);
  expect(await (await page.request.get(`${team.path}/board`)).text()).toContain('First in line');
});

test('moves a card with the mouse or the keyboard, announces the move, and changes nothing on Escape', async ({
  person,
  team,
  api,
}) => {
  const stays = await api.createTask({ title: 'Stay' });
  const moved = await api.createTask({ title: 'Move me' });
  const { id } = await api.createTask({ title: 'Drag me' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await dragTo(page, cardOf(page, 'Drag me'), columnOf(page, 'Done'));
  await expect(columnOf(page, 'Done')).toContainText('Drag me');
  await expect(columnOf(page, 'Done').getByRole('heading')).toContainText('1');
  await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('2');
  await expect.poll(async () => (await api.getTask(id)).status).toBe('done');

  await liftWithKeyboard(page, 'Move me');
  await page.keyboard.press('ArrowRight');
  await expectAnnounced(page, '“Move me” is over In progress.');
  await page.keyboard.press('Space');
  await expect(columnOf(page, 'In progress')).toContainText('Move me');
  await expectAnnounced(page, 'Moved “Move me” from To do to In progress.');
  await expect.poll(async () => (await api.getTask(moved.id)).status).toBe('in_progress');

  await liftWithKeyboard(page, 'Stay');
  await page.keyboard.press('ArrowRight');
  await expectAnnounced(page, '“Stay” is over In progress.');
  await page.keyboard.press('Escape');
  await expect(columnOf(page, 'To do')).toContainText('Stay');
  expect((await api.getTask(stays.id)).status).toBe('todo');
});

test('shows a move at once, and rolls it back when the service cannot be reached or rejects it', async ({
  person,
  team,
  api,
  db,
}) => {
  const { id } = await api.createTask({ title: 'Come back' });
  await api.createTask({ title: 'Nobody answers' });
  const { page, userId } = await person('member');
  await page.goto(`${team.path}/board`);
  const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/tasks\.move/, async (route) => {
    await isSeen;
    await route.abort();
  });
  await dragTo(page, cardOf(page, 'Nobody answers'), columnOf(page, 'Done'));
  await expect(columnOf(page, 'Done')).toContainText('Nobody answers');
  letGo();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
  await expect(columnOf(page, 'To do')).toContainText('Nobody answers');
  await page.unroute(/tasks\.move/);

  await liftWithKeyboard(page, 'Come back');
  await page.keyboard.press('ArrowRight');
  await expectAnnounced(page, '“Come back” is over In progress.');
  // Right before the drop: a page that knows of the outage disables moves.
  await db.pool.query(`update members set role = 'viewer' where user_id = $1`, [userId]);
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert').filter({ hasText: /role|may not|allowed|forbidden/i })).toBeVisible();
  await expect(columnOf(page, 'To do')).toContainText('Come back');
  await expect(columnOf(page, 'In progress')).not.toContainText('Come back');
  expect((await api.getTask(id)).status).toBe('todo');
});

test.describe('the filters', () => {
  test('are in the URL, survive a reload, and follow the back button', async ({ person, team, api }) => {
    await api.createTask({ title: 'Urgent matter', priority: 'high' });
    await api.createTask({ title: 'Idle matter', priority: 'low' });
    const { page } = await person('member');
    await page.goto(`${team.path}/board`);
    await choose(page, page.getByRole('combobox', { name: 'Priority' }), 'High');
    await expect(cardOf(page, 'Idle matter')).toHaveCount(0);
    await expect(cardOf(page, 'Urgent matter')).toBeVisible();
    await expect(page).toHaveURL(/priority=high/);
    await page.reload();
    await expect(cardOf(page, 'Urgent matter')).toBeVisible();
    await expect(cardOf(page, 'Idle matter')).toHaveCount(0);
    await page.goBack();
    await expect(cardOf(page, 'Idle matter')).toBeVisible();
    await expect(page).not.toHaveURL(/priority/);
  });

  test('filter the columns and their counts by text', async ({ person, team, api }) => {
    await api.createTask({ title: 'Paint the fence' });
    await api.createTask({ title: '100 % of the paint' });
    await api.createTask({ title: 'Mow the lawn' });
    const { page } = await person('member');
    await page.goto(`${team.path}/board`);
    await page.getByRole('searchbox').fill('PAINT');
    await expect(cardOf(page, 'Mow the lawn')).toHaveCount(0);
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('2');
    await expect(page).toHaveURL(/=PAINT/);
    await page.getByRole('searchbox').fill('0 %');
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('1');
    await expect(cardOf(page, '100 %')).toBeVisible();
  });

  test('are selected by hand or in the URL: one project, one agent, unassigned, and none again', async ({
    person,
    team,
    api,
  }) => {
    const website = await api.createProject('Website');
    const agent = await api.createAgent('Ada');
    await api.createTask({ title: 'On the website', projectId: website.id });
    await api.createHeldTask(agent, { title: 'With Ada' });
    const { page } = await person('member');
    await page.goto(`${team.path}/board`);
    const shown = async (...titles: string[]) => {
      for (const title of ['On the website', 'With Ada'])
        await expect(cardOf(page, title)).toHaveCount(titles.includes(title) ? 1 : 0);
    };
    await choose(page, page.getByRole('combobox', { name: 'Project' }), 'Website');
    await shown('On the website');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await shown('On the website', 'With Ada');
    await choose(page, page.getByRole('combobox', { name: 'Agent' }), 'Ada');
    await shown('With Ada');
    await choose(page, page.getByRole('combobox', { name: 'Agent' }), 'Nobody');
    await shown('On the website');
    await expect(page).toHaveURL(/\?agent=nobody$/);
    for (const [query, title, other] of [
      [`project=${website.id}`, 'On the website', 'With Ada'],
      [`agent=${agent.id}`, 'With Ada', 'On the website'],
      ['agent=nobody', 'On the website', 'With Ada'],
    ] as const) {
      const html = await (await page.request.get(`${team.path}/board?${query}`)).text();
      expect(html, query).toContain(title);
      expect(html, query).not.toContain(other);
    }
  });
});

test('shows the command that creates a task on an empty board, and a created task at once', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await expect(page.getByText(new RegExp(`curl .*/api/teams/${team.id}/tasks`))).toBeVisible();
  await page.getByRole('button', { name: 'New task' }).first().click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Title').fill('Write the release notes');
  await choose(page, form.getByLabel('Priority'), 'High');
  await choose(page, form.getByLabel('Assignee'), 'Ada');
  await form.getByRole('button', { name: 'Create task' }).click();
  await expect(columnOf(page, 'To do')).toContainText('Write the release notes');
  const [task] = await api.request<object[]>('GET', `/api/teams/${team.id}/tasks`);
  expect(task).toMatchObject({
    title: 'Write the release notes',
    priority: 'high',
    assignedAgentId: agent.id,
    status: 'todo',
  });
});

test('loads a long column on scrolling, down to the oldest task, and never renders over 100 cards', async ({
  person,
  team,
  db,
}) => {
  test.slow();
  await createManyTasks(db, team, 1_000);
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const column = columnOf(page, 'To do');
  await expect(column.getByRole('heading')).toContainText(/1,?000/);
  await expect(cardOf(page, 'Task 1000')).toBeVisible();
  const cards = page.getByRole('link', { name: /Task \d+/ });
  let most = 0;
  await cardOf(page, 'Task 1000').hover();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    most = Math.max(most, await cards.count());
    await expect(page.getByText('Task 1', { exact: true })).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 40_000, intervals: [50] });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(100);
});
