import { expect, test } from '../fixtures/test.ts';

// A page is rendered without its data if the API takes longer than 1.5 s, as it may on a busy machine. What each of
// several responses lacks fails the test.

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
    await expect(async () => {
      const response = await page.goto(`${team.path}${path}`);
      expect(response?.status(), path).toBe(200);
      expect(await page.getByRole('main').getByText(text).first().isVisible(), path).toBe(true);
      expect(await page.locator('[class*="Skeleton"], [aria-busy="true"]').count(), path).toBe(0);
    }).toPass({ timeout: 60_000 });
  }
  await still.close();
});

test('returns 404 inside the frame of the team for unknown pages, and for API keys to a member', async ({
  person,
  team,
}) => {
  const { page } = await person('member');
  const statusOf = async (path: string) => (await page.request.get(`${team.path}${path}`)).status();
  for (const [path, title] of [
    ['/agents/no-id', 'There is nothing at this address'],
    ['/board/tasks/no-id', 'Task not found'],
  ] as const) {
    await page.goto(`${team.path}${path}`);
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('deleted');
    await expect(page.getByRole('navigation', { name: team.name })).toBeVisible();
    await expect(page).toHaveTitle(/^Not found/);
  }
  for (const path of [
    '/agents/no-id',
    '/agents/cmwpqrifq00005r7dcfaaj1g8',
    '/board/tasks/no-id',
    '/board/tasks/cmwpqrifq00005r7dcfaaj1g8',
    '/attention/tasks/no-id',
    '/settings/api-keys',
    '/settings/nothing',
    '/nothing/at/all',
  ]) {
    await expect.poll(() => statusOf(path), path).toBe(404);
  }
});
