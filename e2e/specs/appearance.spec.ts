import type { Page } from '@playwright/test';
import { expectAccessibleDialog } from '../fixtures/axe.ts';
import { cardOf } from '../fixtures/board.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { expect, test } from '../fixtures/test.ts';

const scheme = (page: Page) => page.locator('html');

/** The longest transition or animation in the page, in ms. */
function maxMotionMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const inMs = (list: string) =>
      list.split(', ').map((time) => Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1_000));
    const durations = [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
      return [...inMs(transitionDuration), ...(animationName === 'none' ? [] : inMs(animationDuration))];
    });
    return Math.max(...durations);
  });
}

async function expectMotionUnlessReduced(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await maxMotionMs(page)).toBeGreaterThan(100);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await maxMotionMs(page)).toBeLessThan(1);
}

test('follows the preferences of the system and of the person', async ({ person, team, api }) => {
  await api.createTask({ title: 'How high am I?' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);

  await test.step('cards, the panel and dialogs move, but not with prefers-reduced-motion', async () => {
    await expectMotionUnlessReduced(page);
    await cardOf(page, 'How high am I?').click();
    await expect(page.getByRole('complementary')).toContainText('How high am I?');
    await expectMotionUnlessReduced(page);
    await page.keyboard.press('c');
    await expect(page.getByRole('dialog', { name: 'New task' })).toBeVisible();
    await expectMotionUnlessReduced(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary')).toHaveCount(0);
  });

  await test.step('has no serious axe findings on the shortcuts', async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectAccessibleDialog(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('follows the system theme until one is selected', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('button', { name: /The member/ }).click();
    await page.getByText('Light', { exact: true }).click();
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.keyboard.press('Escape');
  });

  await test.step('shows more in compact density, over a reload and on the server', async () => {
    const height = async () => (await cardOf(page, 'How high am I?').boundingBox())?.height ?? 0;
    const comfortable = await height();
    await page.getByRole('button', { name: /The member/ }).click();
    await pressMenuItem(page.getByRole('menuitemradio', { name: 'Compact' }));
    await expect.poll(height).toBeLessThan(comfortable - 10);
    const compact = await height();
    const html = await (await page.request.get(`${team.path}/board`)).text();
    expect(html).toContain('data-density="compact"');
    await page.reload();
    await expect.poll(height).toBe(compact);
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light');
  });

  await test.step('marks a clicked navigation link before its page is loaded', async () => {
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

  test('opens the pages through the navigation, scrolls none horizontally, and creates a task', async ({
    person,
    team,
    api,
  }) => {
    const name = 'An agent whose name is longer than the screen is wide';
    const agent = await api.createAgent(name);
    const task = await api.createHeldTask(agent, {
      title: `Long ${'words-without-a-space'.repeat(6)}`,
      description: `\`${'code'.repeat(60)}\``,
    });
    const { page } = await person('owner');
    const menu = page.getByRole('button', { name: /navigation|menu/i }).first();
    await page.goto(`${team.path}/board/tasks/${task.id}`);
    await expectNoSideScroll(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Board' })).toBeVisible();
    await expectNoSideScroll(page);

    for (const [link, url, isInMenu] of [
      ['Agents', /\/agents$/, true],
      [name, new RegExp(`/agents/${agent.id}$`), false],
      ['Settings', /\/settings\/projects$/, true],
      ['API keys', /\/settings\/api-keys$/, false],
      ['Board', /\/board$/, true],
    ] as const) {
      if (isInMenu) await menu.click();
      await page.getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(url);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSideScroll(page);
    }

    await page.getByRole('button', { name: 'New task' }).first().click();
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByLabel('Title').fill('From the train');
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(page.getByText('From the train').first()).toBeVisible();
  });
});
