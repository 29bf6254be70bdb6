import { readFileSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { cardOf } from '../fixtures/board.ts';
import { waitForScripts, withHydration } from '../fixtures/hydration.ts';
import { createLeasedTask, sendHeartbeat } from '../fixtures/leases.ts';
import {
  arabic,
  fillFromRightToLeft,
  hebrew,
  misplacedTexts,
  nameFromRightToLeft,
} from '../fixtures/right-to-left.ts';
import { shiftClock } from '../fixtures/shifted-clock.ts';
import { expect } from '../fixtures/test.ts';
import { test } from '../fixtures/with-receiver.ts';

const buildFile = (name: string) => new URL(`../../apps/web/.next/${name}`, import.meta.url);

/** The routes of all pages of the build. */
const routes = Object.entries<string>(
  JSON.parse(readFileSync(buildFile('app-path-routes-manifest.json'), 'utf8')),
).flatMap(([file, route]) => (file.endsWith('/page') && !file.startsWith('/_') ? [route] : []));

/** Loads a page directly. Returns the requests that failed, and responses that are no success. */
async function failuresOf(page: Page, path: string): Promise<string[]> {
  const failures: string[] = [];
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('events.follow')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => {
    pending.delete(request);
    failures.push(`${request.failure()?.errorText} ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(path);
  await waitForScripts(page);
  await expect.poll(() => pending.size).toBe(0);
  return failures;
}

/** By the route: what it shows, and at least how many texts from right to left. */
const contents: Record<string, { text?: string; fromRightToLeft?: number }> = {
  '/t/[team]/board': { text: hebrew, fromRightToLeft: 2 },
  '/t/[team]/board/tasks/[taskId]': { text: 'In hand', fromRightToLeft: 8 },
  '/t/[team]/agents': { text: 'Ada', fromRightToLeft: 2 },
  '/t/[team]/agents/[agent]': { text: hebrew, fromRightToLeft: 3 },
  '/t/[team]/settings/projects': { text: 'General', fromRightToLeft: 1 },
  '/t/[team]/settings/members': { fromRightToLeft: 2 },
  '/t/[team]/settings/api-keys': { text: hebrew, fromRightToLeft: 1 },
  '/t/[team]/settings': { fromRightToLeft: 1 },
  '/t/[team]/webhooks': { text: arabic, fromRightToLeft: 1 },
  '/t/[team]/webhooks/[webhook]': { text: 'webhook.tested', fromRightToLeft: 1 },
  '/t/[team]/audit': { text: 'Ada', fromRightToLeft: 6 },
};

/** Opens what shows further texts. */
async function expand(page: Page, route: string): Promise<void> {
  if (route.endsWith('/board/tasks/[taskId]')) {
    const panel = page.getByRole('complementary');
    await expect(panel.getByText('created the task')).toBeVisible();
    for (const summary of await panel.locator('summary').all()) await summary.click();
  }
  const events = page.getByRole('button', { name: /The whole event/ });
  if (route.endsWith('/audit')) await events.nth(2).click();
}

test.describe('in a browser whose clock is an hour behind', () => {
  test.use({ hasFreshContexts: true });

  // A page that renders differently from the server logs a hydration error, which fails the test.
  test('no page has a failed request or hydrates differently, and each text has its own direction', async ({
    person,
    account,
    team,
    api,
    db,
    endpoint,
    pageErrors,
  }) => {
    const { agent, task } = await fillFromRightToLeft(api, team, db);
    const ada = await api.createAgent('Ada');
    const held = await createLeasedTask(api, ada, { title: 'In hand' });
    const webhook = await endpoint({ description: arabic, eventTypes: ['task.completed'] });
    await api.webhooks.test({ webhookId: webhook.id });
    await nameFromRightToLeft(db, await account('member'), 'מנהל');
    const { page, context, userId } = await person('owner');
    await nameFromRightToLeft(db, { userId }, 'בעלים');
    await shiftClock(context, -60);
    const ids: Record<string, string> = {
      '[team]': team.id,
      '[taskId]': task.id,
      '[agent]': agent.id,
      '[webhook]': webhook.id,
    };
    // What is at no address is a 404.
    const visited = routes.filter((route) => !route.endsWith('[...rest]') && route !== '/sign-in');
    expect(visited.length).toBeGreaterThan(12);
    expect(visited).toEqual(expect.arrayContaining(Object.keys(contents)));
    for (const route of visited) {
      const path = route.replaceAll(/\[\w+\]/g, (name) => ids[name] ?? name);
      await test.step(route, async () => {
        const fresh = withHydration(await context.newPage());
        const { text, fromRightToLeft = 0 } = contents[route] ?? {};
        // A lease of five minutes, by the clock of the service: it begins now, not with the first of the pages.
        if (text === 'In hand') await sendHeartbeat(api, ada, held.id);
        expect(await failuresOf(fresh, path)).toEqual([]);
        if (text) await expect(fresh.getByRole('main').getByText(text).first()).toBeVisible();
        if (text === 'In hand') await expect(cardOf(fresh, text).getByText(/^[45] min$/)).toBeVisible();
        await expand(fresh, route);
        const { found, count } = await misplacedTexts(fresh);
        expect(found, 'texts in another direction').toEqual([]);
        expect(count, 'texts from right to left').toBeGreaterThanOrEqual(fromRightToLeft);
        await fresh.close();
      });
    }
    await context.clearCookies();
    expect(await failuresOf(page, '/sign-in')).toEqual([]);
    expect(pageErrors).toEqual([]);
  });
});
