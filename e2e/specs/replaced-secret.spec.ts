import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
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
    const api = apiUrl ? undefined : await startApi({ databaseUrl, appSecret: oldSecret, logFile, env });
    const url = apiUrl ?? api?.apiUrl ?? '';
    const web = await startWeb({ apiUrl: url, appSecret: oldSecret, logFile, env });
    return { url: web.webUrl, apiUrl: url, stop: () => Promise.all([web.stop(), api?.stop()]) };
  };
  const former = await start('former', acceptNew);
  // Restarted, and still calls an API that was not.
  const current = await start('current', useNew, former.apiUrl);
  const last = await start('last', after);
  const [owner, context] = [await account('owner'), await browser.newContext()];
  // A page of its own: one that is signed out navigates by itself.
  const onBoard = async (url: string, check: (page: Page) => Promise<void>) => {
    const page = await context.newPage();
    await page.goto(`${url}${team.path}/board`);
    await check(page);
    await page.close();
  };
  const expectTasks = (page: Page) =>
    expect(page.getByRole('button', { name: 'New task' }).first()).toBeVisible();

  expect(await signIn(context, owner, [former.url, former.url])).toBe(200);
  for (const { url } of [former, current]) await onBoard(url, expectTasks);
  await onBoard(last.url, (page) => expect(page).toHaveURL(/\/sign-in/));

  for (const servers of [
    [former, current],
    [current, former],
  ] as const) {
    await context.clearCookies();
    expect(await signIn(context, owner, [servers[0].url, servers[1].url])).toBe(200);
    for (const { url } of [former, current]) await onBoard(url, expectTasks);
  }

  await context.clearCookies();
  expect(await signIn(context, owner, [current.url, current.url])).toBe(200);
  await onBoard(last.url, async (page) => {
    await page.getByRole('button', { name: 'New task' }).first().click();
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByLabel('Title').fill('Made with the new secret');
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(page.getByText('Made with the new secret').first()).toBeVisible();
  });

  await context.close();
  await Promise.all([former, current, last].map((each) => each.stop()));
});
