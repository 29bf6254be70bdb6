import { expectAccessible } from '../fixtures/axe.ts';
import {
  cardOf,
  columnOf,
  dragTo,
  expectAnnounced,
  liftWithKeyboard,
  showNewestFirst,
} from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { createManyTasks } from '../fixtures/tasks-in-bulk.ts';
import { expect, test } from '../fixtures/test.ts';
import { failureOf } from '../fixtures/toast.ts';

test('shows the tasks, and moves them', async ({ person, team, api }) => {
  const agent = await api.createAgent('Ada');
  await api.createTask({ title: 'First in line', description: '# Why\n\n- [x] `because`' });
  await api.createTask({ title: 'Second in line', priority: 'high' });
  await api.createHeldTask(agent, { title: 'In hand', priority: 'low' });
  await api.createDoneTask(agent, '{"answer": 42}', { title: 'Finished' });
  const { id } = await api.createTask({ title: 'Given up' });
  await api.moveTask(id, 'cancelled');
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const statusOf = async (title: string) => {
    const tasks = await api.tasks.list();
    return tasks.find((task) => task.title === title)?.status;
  };

  await test.step('shows four columns with their tasks and exact counts, also when rendered on the server', async () => {
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
    // Without the tasks if the API takes longer than 1.5 s.
    const html = async () => (await page.request.get(`${team.path}/board`)).text();
    await expect.poll(html).toContain('First in line');
  });

  await test.step('has no serious axe findings, also with the panel of a task and the dialog of a new one', async () => {
    await expectAccessible(page);
    await cardOf(page, 'Finished').click();
    await expect(page.getByRole('complementary')).toContainText('42');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New task' }).first().click();
    await expect(page.getByRole('dialog', { name: 'New task' })).toBeVisible();
    // Here with the page behind the dialog.
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'New task' })).toBeHidden();
  });

  await test.step('closes the dialog of a new task with Back, and opens it again with Forward', async () => {
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await page.getByRole('button', { name: 'New task' }).first().click();
    await expect(page).toHaveURL(/new=task/);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`${team.path}/board$`));
    await expect(page.getByRole('button', { name: 'New task' }).first()).toBeFocused();
    await page.goForward();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('moves a card with the mouse', async () => {
    await dragTo(page, cardOf(page, 'In hand'), columnOf(page, 'Done'));
    await expect(columnOf(page, 'Done')).toContainText('In hand');
    await expect(columnOf(page, 'Done').getByRole('heading')).toContainText('2');
    await expect(columnOf(page, 'In progress').getByRole('heading')).toContainText('0');
    await expect.poll(() => statusOf('In hand')).toBe('done');
  });

  await test.step('moves a card with the keyboard, and announces the move', async () => {
    await liftWithKeyboard(page, 'First in line');
    await page.keyboard.press('ArrowRight');
    await expectAnnounced(page, '“First in line” is over In progress.');
    await page.keyboard.press('Space');
    await expect(columnOf(page, 'In progress')).toContainText('First in line');
    await expectAnnounced(page, 'Moved “First in line” from To do to In progress, and assigned it to you.');
    await expect.poll(() => statusOf('First in line')).toBe('in_progress');
  });

  await test.step('changes nothing on Escape', async () => {
    await liftWithKeyboard(page, 'Second in line');
    await page.keyboard.press('ArrowRight');
    await expectAnnounced(page, '“Second in line” is over In progress.');
    await page.keyboard.press('Escape');
    await expect(columnOf(page, 'To do')).toContainText('Second in line');
    expect(await statusOf('Second in line')).toBe('todo');
  });
});

test('shows a move at once, and rolls it back when the service cannot be reached or rejects it', async ({
  person,
  team,
  api,
  db,
}) => {
  const { id } = await api.createTask({ title: 'Come back' });
  await api.createTask({ title: 'Not sent' });
  const { page, userId } = await person('member');
  await page.goto(`${team.path}/board`);
  const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/tasks\.move/, async (route) => {
    await isSeen;
    await route.abort();
  });
  await liftWithKeyboard(page, 'Not sent');
  for (const name of ['In progress', 'Done']) {
    await page.keyboard.press('ArrowRight');
    await expectAnnounced(page, `“Not sent” is over ${name}.`);
  }
  await page.keyboard.press('Space');
  await expect(columnOf(page, 'Done')).toContainText('Not sent');
  letGo();
  await expect(failureOf(page, 'cannot be reached')).toBeVisible();
  await expect(columnOf(page, 'To do')).toContainText('Not sent');
  await page.unroute(/tasks\.move/);

  await test.step('announces a success only after it happened', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'Moved' })).toHaveCount(0);
    await dragTo(page, cardOf(page, 'Not sent'), columnOf(page, 'Done'));
    await expectAnnounced(page, 'Moved “Not sent” from To do to Done.');
  });

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

test('filters the board', async ({ person, team, api }) => {
  const website = await api.createProject('Website');
  const agent = await api.createAgent('Ada');
  await api.createTask({ title: 'Paint the website', projectId: website.id, priority: 'high' });
  await api.createTask({ title: '100 % of the paint', priority: 'low' });
  await api.createHeldTask(agent, { title: 'With Ada' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const [painted, percent, held] = ['Paint the website', '100 % of the paint', 'With Ada'];
  const shown = async (...titles: string[]) => {
    for (const title of [painted, percent, held])
      await expect(cardOf(page, title)).toHaveCount(titles.includes(title) ? 1 : 0);
  };

  await test.step('keeps the filters in the URL, over a reload, and follows the back button', async () => {
    await choose(page, page.getByRole('combobox', { name: 'Priority' }), 'High');
    await shown(painted);
    await expect(page).toHaveURL(/priority=high/);
    await page.reload();
    await shown(painted);
    await page.goBack();
    await shown(painted, percent, held);
    await expect(page).not.toHaveURL(/priority/);
  });

  await test.step('filters the columns and their counts by text', async () => {
    const search = page.getByRole('searchbox');
    await search.fill('PAINT');
    await shown(painted, percent);
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('2');
    await expect(page).toHaveURL(/=PAINT/);
    await search.fill('0 %');
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('1');
    await shown(percent);
    await search.fill('🤖'.repeat(201));
    await expect(page.getByText('Only the first 200 characters are searched.')).toBeVisible();
    await expect(search).toHaveValue('🤖'.repeat(201));
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('🤖'.repeat(200));
    await search.fill('');
  });

  await test.step('filters by one project, one agent, unassigned, and none again', async () => {
    await choose(page, page.getByRole('combobox', { name: 'Project' }), 'Website');
    await shown(painted);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await shown(painted, percent, held);
    await choose(page, page.getByRole('combobox', { name: 'Assignee' }), 'Ada');
    await shown(held);
    await choose(page, page.getByRole('combobox', { name: 'Assignee' }), 'Nobody');
    await shown(painted, percent);
    await expect(page).toHaveURL(/\?agent=nobody$/);
  });

  for (const [query, title, other] of [
    [`project=${website.id}`, painted, held],
    [`agent=${agent.id}`, held, painted],
    ['agent=nobody', painted, held],
  ] as const) {
    let html = '';
    // Without the tasks if the API takes longer than 1.5 s.
    const read = async () => {
      html = await (await page.request.get(`${team.path}/board?${query}`)).text();
      return html;
    };
    await expect.poll(read, query).toContain(title);
    expect(html, query).not.toContain(other);
  }
});

test('shows the command that creates a task on an empty board, and a created task at once', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  const { page } = await person('owner');
  await page.goto(`${team.path}/board`);
  await expect(page.getByText(new RegExp(`curl .*/api/teams/${team.id}/tasks`))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New task' }).first().click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Title').fill('Write the release notes');
  await choose(page, form.getByLabel('Priority'), 'High');
  await choose(page, form.getByLabel('Assignee'), 'Ada');
  await form.getByRole('button', { name: 'Create task' }).click();
  await expect(columnOf(page, 'To do')).toContainText('Write the release notes');
  const [task] = await api.tasks.list();
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
  await createManyTasks(db, team, 1_000);
  const { page } = await person('member');
  await showNewestFirst(page);
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
  }).toPass({ timeout: 120_000, intervals: [50] });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(100);
});
