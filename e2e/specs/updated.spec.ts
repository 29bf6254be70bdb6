import type { Page } from '@playwright/test';
import { cardOf } from '../fixtures/board.ts';
import { waitForHydration } from '../fixtures/hydration.ts';
import { expect, test } from '../fixtures/test.ts';

const noticeOf = (page: Page) => page.getByRole('status').filter({ hasText: 'Crewboard was updated' });
const formOf = (page: Page) => page.getByRole('dialog', { name: 'New task' });
const openForm = (page: Page) => page.getByRole('button', { name: 'New task' }).first().click();

async function createTask(page: Page, title: string) {
  await openForm(page);
  await formOf(page).getByLabel('Title').fill(title);
  await formOf(page).getByRole('button', { name: 'Create task' }).click();
  await expect(cardOf(page, title)).toBeVisible();
}

test.describe('with a clock of its own', () => {
  test.use({ hasFreshContexts: true });

  test('a page that another build responds to offers a reload, which keeps its drafts', async ({
    person,
    team,
  }) => {
    const { page } = await person('member');
    await page.clock.install();
    // All calls: any response of the same build means that an upgrade still goes on.
    let build: { 'x-crewboard-build'?: string } = {};
    await page.route(/\/api\/trpc\/(?!events\.follow)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), ...build } });
    });
    await page.goto(`${team.path}/board`);
    await createTask(page, 'Of the same build');
    await page.clock.fastForward(60_000);
    await expect(noticeOf(page)).toBeHidden();

    build = { 'x-crewboard-build': '99.0.0 (abcdef012345)' };
    await createTask(page, 'Of another build');
    await page.clock.fastForward(60_000);
    await expect(noticeOf(page)).toBeVisible();

    // All notices have the same place.
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
    await expect(noticeOf(page)).toBeHidden();
    await page.context().setOffline(false);
    await expect(noticeOf(page)).toBeVisible();

    await openForm(page);
    await formOf(page).getByLabel('Title').fill('Half a thought');
    // The new page is of the build that responds.
    page.on('request', (request) => {
      if (request.isNavigationRequest()) build = {};
    });
    const reloaded = page.waitForEvent('load');
    await noticeOf(page).getByRole('button', { name: 'Reload' }).click();
    await reloaded;
    await waitForHydration(page);
    await expect(formOf(page).getByLabel('Title')).toHaveValue('Half a thought');
    await expect(noticeOf(page)).toBeHidden();
    // A response that was on its way at the end would fail the test.
    await page.unrouteAll({ behavior: 'wait' });
  });
});
