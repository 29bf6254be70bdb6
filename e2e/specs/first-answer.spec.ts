import { expect, test } from '../fixtures/test.ts';

test('the first answer of the server holds what the page shows: without JavaScript all of it is there', async ({
  browser,
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  const task = await api.createHeldTask(agent, { title: 'In hand', description: 'Words about it' });
  const { context } = await person('owner');
  const still = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  const page = await still.newPage();
  for (const [path, words] of [
    ['/board', 'In hand'],
    [`/board/tasks/${task.id}`, 'Words about it'],
    ['/agents', 'Ada'],
    [`/agents/${agent.id}`, 'In hand'],
    ['/settings/projects', 'General'],
    ['/settings/api-keys', 'First key'],
  ] as const) {
    const answer = await page.goto(`${team.path}${path}`);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole('main').getByText(words).first(), path).toBeVisible();
    await expect(page.locator('[class*="Skeleton"], [aria-busy="true"]'), path).toHaveCount(0);
  }
  await still.close();
});

test('what does not exist in a team is a 404 inside its frame, and so are API keys for a member', async ({
  person,
  team,
}) => {
  const { page } = await person('member');
  for (const path of [
    '/agents/cmwpqrifq00005r7dcfaaj1g8',
    '/agents/no-id',
    '/board/tasks/cmwpqrifq00005r7dcfaaj1g8',
    '/board/tasks/no-id',
    '/settings/api-keys',
    '/settings/nothing',
    '/nothing/at/all',
  ]) {
    const answer = await page.goto(`${team.path}${path}`);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByText('There is nothing at this address')).toBeVisible();
    await expect(page.getByRole('navigation', { name: team.name })).toBeVisible();
    await expect(page).toHaveTitle(/^Not found/);
  }
});

test('what does not exist outside of any team is a 404 as well', async ({ page }) => {
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByText('There is nothing at this address')).toBeVisible();
});
