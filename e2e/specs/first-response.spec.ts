import { expect, test } from '../fixtures/test.ts';

test('renders the whole page on the server, without JavaScript', async ({ browser, person, team, api }) => {
  const agent = await api.createAgent('Ada');
  const task = await api.createHeldTask(agent, { title: 'In hand', description: 'Words about it' });
  await api.moveTask((await api.createTask({ title: 'Nobody took it' })).id, 'in_progress');
  const { context } = await person('owner');
  const still = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  const page = await still.newPage();
  for (const [path, text] of [
    ['/board', 'In hand'],
    [`/board/tasks/${task.id}`, 'Words about it'],
    ['/attention', 'Nobody took it'],
    ['/agents', 'Ada'],
    [`/agents/${agent.id}`, 'In hand'],
    ['/settings/projects', 'General'],
    ['/settings/api-keys', 'First key'],
  ] as const) {
    const response = await page.goto(`${team.path}${path}`);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole('main').getByText(text).first(), path).toBeVisible();
    await expect(page.locator('[class*="Skeleton"], [aria-busy="true"]'), path).toHaveCount(0);
  }
  await still.close();
});

test('returns 404 inside the frame of the team for unknown pages, and for API keys to a member', async ({
  person,
  team,
}) => {
  const { page } = await person('member');
  for (const [path, title] of [
    ['/agents/no-id', 'There is nothing at this address'],
    ['/board/tasks/no-id', 'Task not found'],
    ['/attention/tasks/no-id', 'Task not found'],
    ['/settings/api-keys', 'There is nothing at this address'],
    ['/nothing/at/all', 'There is nothing at this address'],
  ] as const) {
    const response = await page.goto(`${team.path}${path}`);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('deleted');
    await expect(page.getByRole('navigation', { name: team.name })).toBeVisible();
    await expect(page).toHaveTitle(/^Not found/);
  }
  for (const path of [
    '/agents/cmwpqrifq00005r7dcfaaj1g8',
    '/board/tasks/cmwpqrifq00005r7dcfaaj1g8',
    '/settings/nothing',
  ]) {
    expect((await page.request.get(`${team.path}${path}`)).status(), path).toBe(404);
  }
});
