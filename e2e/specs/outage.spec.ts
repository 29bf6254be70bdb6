import type { Cookie, Request } from '@playwright/test';
import { sessionCookieName } from '../../apps/web/src/lib/auth/session-cookie.ts';
import { test } from '../fixtures/behind-gate.ts';
import { cardOf } from '../fixtures/board.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { expect } from '../fixtures/test.ts';
import { failureOf } from '../fixtures/toast.ts';

test('says that the API is unreachable on a page, and loads the page once it is back', async ({
  guest,
  gate,
  team,
  api,
}) => {
  await api.createTask({ title: 'Still here' });
  await api.createAgent('Ada');
  const page = await guest('member');
  const title = page.getByRole('heading', { name: 'The service cannot be reached' });
  await gate.shut();
  const response = await page.request.get(`${team.path}/agents`);
  expect(response.status()).toBe(500);
  expect(await response.text()).not.toMatch(/node_modules|ECONNREFUSED|fetch failed/);

  // Without this call, which tells a page that the service is back, it does not try again by itself.
  await page.route(/accounts\.me/, (route) => route.abort());
  await test.step('says it on the page, and loads the page once the API is back', async () => {
    for (const path of ['/', `${team.path}/board`]) {
      expect((await page.goto(path))?.status(), path).toBe(500);
      await expect(title).toBeVisible();
      await expect(page.locator('body')).not.toContainText(
        /\bat .*:\d+|node_modules|ECONNREFUSED|fetch failed/,
      );
    }
    // The gate stays shut until the retry has ended: what it lets through replaces the next button.
    const isRetry = (request: Request) => new URL(request.url()).pathname === `${team.path}/board`;
    const retried = Promise.race([
      page.waitForEvent('requestfinished', isRetry),
      page.waitForEvent('requestfailed', isRetry),
    ]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await retried;
    await expect(title).toBeVisible();
    await gate.reopen();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cardOf(page, 'Still here')).toBeVisible();
  });

  await test.step('says it on the next page, and retries there', async () => {
    await gate.shut();
    await page.getByRole('link', { name: 'Agents' }).click();
    await expect(page.getByText('The service cannot be reached')).toBeVisible();
    await gate.reopen();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: 'Ada' })).toBeVisible();
  });
});

test('pages that the API cannot serve try again by themselves', async ({ guest, gate, team, api }) => {
  await api.createTask({ title: 'Still here' });
  const page = await guest('member');
  const attempts = page.getByText('This page tries again by itself.');
  await test.step('tries again by itself, and keeps the page meanwhile', async () => {
    await gate.shut();
    await page.goto(`${team.path}/board`);
    await expect(attempts).toBeVisible();
    const button = page.getByRole('button', { name: 'Try again' });
    await button.focus();
    await page.waitForResponse(/accounts\.me/);
    await expect(button, 'after an attempt').toBeFocused();
    await gate.reopen();
    await expect(cardOf(page, 'Still here')).toBeVisible();
  });
});

test('a page outside of teams tries again at once when the browser is online again', async ({
  guest,
  gate,
}) => {
  const page = await guest('member');
  await gate.shut();
  await page.goto('/account');
  await expect(page.getByText('This page tries again by itself.')).toBeVisible();
  await gate.reopen();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
});

test('keeps the sign-in form while the API is unreachable, and says that no password was checked', async ({
  guest,
  gate,
}) => {
  const page = await guest('member');
  await page.context().clearCookies();
  await gate.shut();
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill('somebody@crewboard.test');
  await page.getByLabel('Password', { exact: true }).fill('anything');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
});

test('signs nobody out while the API is unreachable: the session would stay open', async ({
  guest,
  gate,
  team,
}) => {
  const page = await guest('member');
  await page.goto(`${team.path}/board`);
  const signOut = async () => {
    await page.getByRole('button', { name: /The member/ }).click();
    await pressMenuItem(page.getByRole('menuitem', { name: 'Sign out' }));
  };
  const session = (await page.context().cookies()).find(({ name }) => name === sessionCookieName(false));
  await gate.shut();
  await signOut();
  await expect(failureOf(page, 'The service cannot be reached')).toBeVisible();
  expect(await page.context().cookies()).toContainEqual(session);

  await gate.reopen();
  await signOut();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.context().addCookies([session as Cookie]);
  await page.goto(`${team.path}/board`);
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended' })).toBeVisible();
});

test('keeps the frame of a failed page, and renders it again on retry', async ({
  person,
  team,
  api,
  pageErrors,
}) => {
  const { id } = await api.createTask({ title: 'Findable' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  // Without its times a card cannot be shown.
  const task = {
    id,
    title: 'Findable',
    status: 'todo',
    priority: 'normal',
    assignedAgentId: null,
    blockedBy: [],
    version: 2,
  };
  const malformed = { result: { data: { tasks: [task], commentCounts: {}, next: {}, nextCursor: null } } };
  await page.route(/board\.column/, (route) => route.fulfill({ json: malformed }));
  await page.getByRole('searchbox').fill('Findable');
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await expect(page.getByRole('navigation', { name: team.name })).toBeVisible();
  await page.unroute(/board\.column/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cardOf(page, 'Findable')).toBeVisible();
  expect(pageErrors.length).toBeGreaterThan(0);
  pageErrors.length = 0;
});
