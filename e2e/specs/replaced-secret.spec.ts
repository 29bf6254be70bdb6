import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { withHydration } from '../fixtures/hydration.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';
import { startApi } from '../service/start-api.ts';
import { startWeb } from '../service/start-web.ts';

// The steps of docs/operations.md, "Replace APP_SECRET", for the browsers of people who are signed in.

const { databaseUrl, appSecret: oldSecret } = readServiceAddress();
const newSecret = 'the secret that replaces the other one, long enough';
const acceptNew = { APP_SECRET: oldSecret, APP_SECRET_PREVIOUS: newSecret };
const useNew = { APP_SECRET: newSecret, APP_SECRET_PREVIOUS: oldSecret };
const after = { APP_SECRET: newSecret };

/** A proxy may send the two requests of the form to different web servers. */
async function signIn(
  context: BrowserContext,
  { email, password }: { email: string; password: string },
  [first, second]: [string, string],
): Promise<number> {
  const { csrfToken } = await (await context.request.get(`${first}/api/auth/csrf`)).json();
  const response = await context.request.post(`${second}/api/auth/callback/credentials`, {
    headers: { Origin: second },
    form: { csrfToken, email, password, json: 'true' },
  });
  return response.status();
}

test('keeps people signed in while APP_SECRET is replaced, web server by web server', async ({
  account,
  browser,
  team,
}, { outputDir }) => {
  const start = async (name: string, env: Record<string, string>, apiUrl?: string) => {
    const logFile = join(outputDir, `${name}.log`);
    const ownApi = apiUrl ? undefined : await startApi({ databaseUrl, appSecret: oldSecret, logFile, env });
    const url = apiUrl ?? ownApi?.apiUrl ?? '';
    const web = await startWeb({ apiUrl: url, appSecret: oldSecret, logFile, env });
    return { url: web.webUrl, apiUrl: url, stop: () => Promise.all([web.stop(), ownApi?.stop()]) };
  };
  const former = await start('former', acceptNew);
  // Restarted, and still calls an API that was not.
  const current = await start('current', useNew, former.apiUrl);
  const last = await start('last', after);
  const [owner, context] = [await account('owner'), await browser.newContext()];
  /** The pages that this session gets of the web servers, one after another: the board, or the sign-in. */
  const pagesOf = async (...servers: { url: string }[]) => {
    const pages: string[] = [];
    for (const { url } of servers) {
      const response = await context.request.get(`${url}${team.path}/board`);
      const { pathname } = new URL(response.url());
      pages.push(response.ok() && pathname === `${team.path}/board` ? 'board' : pathname);
    }
    return pages;
  };
  expect(await signIn(context, owner, [former.url, former.url])).toBe(200);
  expect(await pagesOf(former, current, last)).toEqual(['board', 'board', '/sign-in']);

  for (const servers of [
    [former, current],
    [current, former],
  ] as const) {
    await context.clearCookies();
    expect(await signIn(context, owner, [servers[0].url, servers[1].url])).toBe(200);
    expect(await pagesOf(former, current)).toEqual(['board', 'board']);
  }

  await context.clearCookies();
  expect(await signIn(context, owner, [current.url, current.url])).toBe(200);
  const page = withHydration(await context.newPage());
  await page.goto(`${last.url}${team.path}/board`);
  await page.getByRole('button', { name: 'New task' }).first().click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Title').fill('Made with the new secret');
  await form.getByRole('button', { name: 'Create task' }).click();
  await expect(page.getByText('Made with the new secret').first()).toBeVisible();

  await context.close();
  await Promise.all([former, current, last].map((each) => each.stop()));
});
