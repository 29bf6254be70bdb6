import type { Page } from '@playwright/test';
import { cardOf } from '../fixtures/board.ts';
import { expect, test } from '../fixtures/test.ts';

const scheme = (page: Page) => page.locator('html');

test('follows the system theme until one is selected, and shows more in compact density, over a reload and on the server', async ({
  person,
  team,
  api,
}) => {
  await api.createTask({ title: 'How high am I?' });
  const { page } = await person('member');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${team.path}/board`);
  await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: /The member/ }).click();
  await page.getByText('Light', { exact: true }).click();
  await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.keyboard.press('Escape');
  const height = async () => (await cardOf(page, 'How high am I?').boundingBox())?.height ?? 0;
  const comfortable = await height();
  await page.getByRole('button', { name: /The member/ }).click();
  await page.getByRole('menuitemradio', { name: 'Compact' }).press('Enter');
  await expect.poll(height).toBeLessThan(comfortable - 10);
  const compact = await height();
  expect(await (await page.request.get(`${team.path}/board`)).text()).toContain('data-density="compact"');
  await page.reload();
  expect(await height()).toBe(compact);
  await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('marks a clicked navigation link before its page is loaded', async ({ person, team }) => {
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/agents\?_rsc=/, async (route) => {
    await isSeen;
    await route.continue();
  });
  const link = page.getByRole('navigation', { name: team.name }).getByRole('link', { name: 'Agents' });
  await link.click();
  await expect(link.locator('[data-pending]')).toBeAttached();
  await expect(page).toHaveURL(/\/board$/);
  letGo();
  await expect(page).toHaveURL(/\/agents$/);
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(link.locator('[data-pending]')).toHaveCount(0);
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  async function expectNoSideScroll(page: Page): Promise<void> {
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow, `how far ${page.url()} scrolls to the side, in px`).toBe(0);
  }

  test('scrolls no page horizontally', async ({ person, team, api, page: stranger }) => {
    const agent = await api.createAgent(
      'An agent whose name is longer than the screen is wide '.repeat(1).trim(),
    );
    const task = await api.createHeldTask(agent, {
      title: `Long ${'words-without-a-space'.repeat(6)}`,
      description: `\`${'code'.repeat(60)}\``,
    });
    await stranger.goto('/sign-in');
    await expectNoSideScroll(stranger);
    const { page } = await person('owner');
    for (const path of [
      '/board',
      `/board/tasks/${task.id}`,
      '/agents',
      `/agents/${agent.id}`,
      '/settings/projects',
      '/settings/api-keys',
    ]) {
      await page.goto(`${team.path}${path}`);
      await expectNoSideScroll(page);
    }
  });

  test('opens the pages through the navigation, and creates a task', async ({ person, team }) => {
    const { page } = await person('member');
    await page.goto(`${team.path}/board`);
    await page
      .getByRole('button', { name: /navigation|menu/i })
      .first()
      .click();
    await page.getByRole('link', { name: 'Agents' }).click();
    await expect(page).toHaveURL(/\/agents$/);
    await expect(page.getByRole('heading', { name: 'Agents' })).toBeVisible();
    await page.goto(`${team.path}/board`);
    await page.getByRole('button', { name: 'New task' }).first().click();
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByLabel('Title').fill('From the train');
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(page.getByText('From the train').first()).toBeVisible();
  });
});
