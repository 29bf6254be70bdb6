import { expectAccessible } from '../fixtures/axe.ts';
import { call } from '../fixtures/procedures.ts';
import { clientOf, expect, test } from '../fixtures/test.ts';

test('shows a viewer the board without controls that change anything, and rejects calls past the interface', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  const task = await api.createHeldTask(agent, { title: 'Only to look at', description: 'Words' });
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board`);
  await expect(page.getByText('Only to look at')).toBeVisible();
  await expect(page.getByRole('button', { name: /New task/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Audit|Webhooks/ })).toHaveCount(0);

  await page.getByText('Only to look at').click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByText('Words')).toBeVisible();
  await expect(panel.getByRole('textbox')).toHaveCount(0);
  await expect(panel.getByRole('combobox')).toHaveCount(0);
  await expect(panel.getByRole('button', { name: /release|cancel|reopen|edit|move|assign/i })).toHaveCount(0);

  await page.getByRole('link', { name: 'Agents' }).click();
  await expect(page.getByRole('row').getByRole('link', { name: 'Ada' })).toBeVisible();
  await expect(page.getByRole('button', { name: /New agent|Actions for/ })).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings/);
  await expect(page.getByText('General')).toBeVisible();
  await expect(page.getByRole('button', { name: /New project|Edit/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'API keys' })).toHaveCount(0);

  for (const [procedure, input] of [
    ['tasks.create', { teamId: team.id, projectId: team.projectId, title: 'Forbidden' }],
    ['tasks.update', { taskId: task.id, title: 'Forbidden' }],
    ['tasks.move', { taskId: task.id, status: 'done' }],
    ['agents.create', { teamId: team.id, name: 'Forbidden' }],
    ['agents.rotateToken', { agentId: agent.id }],
    ['projects.create', { teamId: team.id, name: 'Forbidden' }],
    ['apiKeys.create', { teamId: team.id, name: 'Forbidden' }],
  ] as const) {
    const response = await call(page, team, procedure, input);
    expect(response, procedure).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  }
  expect(await api.getTask(task.id)).toEqual(task);
});

test('lets a member work on tasks, without controls for admins, and applies a revoked role with the next request', async ({
  person,
  team,
  api,
  db,
}) => {
  await api.createAgent('Ada');
  const { page, userId } = await person('member');
  await page.goto(`${team.path}/board`);
  await expect(page.getByRole('button', { name: /New task/ }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Audit|Webhooks/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Agents' }).click();
  await expect(page.getByRole('link', { name: 'Ada' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New agent' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Ada' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([/^Pause/]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('General')).toBeVisible();
  await expect(page.getByRole('button', { name: /New project|Edit/ })).toHaveCount(0);
  const apiKeys = await page.request.get(`${team.path}/settings/api-keys`);
  expect(apiKeys.status()).toBe(404);
  expect(await apiKeys.text()).not.toContain('First key');
  expect(await call(page, team, 'agents.create', { teamId: team.id, name: 'X' })).toMatchObject({
    status: 403,
  });

  await test.step('applies a revoked role with the next request', async () => {
    const task = { teamId: team.id, projectId: team.projectId, title: 'As a member' };
    expect(await call(page, team, 'tasks.create', task)).toMatchObject({ status: 200 });
    await db.pool.query(`update members set role = 'viewer' where user_id = $1`, [userId]);
    expect(await call(page, team, 'tasks.create', task)).toMatchObject({ status: 403 });
    await db.pool.query('delete from members where user_id = $1', [userId]);
    expect((await page.request.get(`${team.path}/board`)).status()).toBe(404);
  });
});

test("another team's pages, task and agent are the same 404 as pages of no team", async ({
  person,
  team,
  otherTeam,
}) => {
  const elsewhere = clientOf(otherTeam);
  const task = await elsewhere.createTask({ title: 'Secret of others' });
  const agent = await elsewhere.createAgent('Agent of others');
  const { page } = await person('owner');
  for (const [url, title] of [
    [`${otherTeam.path}/board`, 'There is nothing at this address'],
    [`${team.path}/board/tasks/${task.id}`, 'Task not found'],
  ] as const) {
    expect((await page.goto(url))?.status(), url).toBe(404);
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.getByText(otherTeam.name)).toHaveCount(0);
    await expect(page.getByText('of others')).toHaveCount(0);
    await expectAccessible(page);
  }
  for (const url of [
    '/no/such/page',
    '/t/x/board',
    `${otherTeam.path}/agents`,
    `${otherTeam.path}/settings/projects`,
    `${otherTeam.path}/settings/api-keys`,
    '/t/cmwpqrifq00005r7dcfaaj1g8/board',
    `${team.path}/agents/${agent.id}`,
  ]) {
    const response = await page.request.get(url);
    expect(response.status(), url).toBe(404);
    const html = await response.text();
    expect(html, url).toContain('There is nothing at this address');
    expect(html, url).not.toMatch(new RegExp(`${otherTeam.name}|of others`));
  }
});
