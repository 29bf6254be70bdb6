import { readFileSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { waitForScripts } from '../fixtures/hydration.ts';
import { expect, test } from '../fixtures/test.ts';

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

test('no page has a failed request', async ({ person, team, api, pageErrors }) => {
  const agent = await api.createAgent('Ada');
  const task = await api.createDoneTask(agent, '# Report\n\n- a **result**', { description: 'Some `code`' });
  const webhook = await api.webhooks.create({ teamId: team.id, url: 'https://example.com/hook' });
  const { page, context } = await person('owner');
  const ids: Record<string, string> = {
    '[team]': team.id,
    '[taskId]': task.id,
    '[agent]': agent.id,
    '[webhook]': webhook.id,
  };
  // What is at no address is a 404.
  const visited = routes.filter((route) => !route.endsWith('[...rest]') && route !== '/sign-in');
  expect(visited.length).toBeGreaterThan(12);
  for (const route of visited) {
    const path = route.replaceAll(/\[\w+\]/g, (name) => ids[name] ?? name);
    await test.step(route, async () => {
      const fresh = await context.newPage();
      expect(await failuresOf(fresh, path)).toEqual([]);
      await fresh.close();
    });
  }
  await context.clearCookies();
  expect(await failuresOf(page, '/sign-in')).toEqual([]);
  expect(pageErrors).toEqual([]);
});
