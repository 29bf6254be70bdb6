import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportOf, insertEvents, untilEventsAreVisible } from '../fixtures/audit.ts';
import { withHydration } from '../fixtures/hydration.ts';
import { openSession } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';
import { startApi } from '../service/start-api.ts';
import { startWeb } from '../service/start-web.ts';

// Enough for the board; then one request in four seconds.
const perMinute = 15;
// Of the export: more than the requests that flow back meanwhile.
const pages = 18;

test('says when to try again after too many requests, keeps the session, and completes an export', async ({
  account,
  browser,
  db,
  team,
}, { outputDir }) => {
  await insertEvents(team, db, pages * 250);
  await untilEventsAreVisible(team, db);
  const { databaseUrl, appSecret } = readServiceAddress();
  const env = { RATE_LIMIT_PER_MINUTE: String(perMinute) };
  const api = await startApi({ databaseUrl, appSecret, logFile: join(outputDir, 'api.log'), env });
  const webLog = join(outputDir, 'web.log');
  const web = await startWeb({ apiUrl: api.apiUrl, appSecret, logFile: webLog });
  const [owner, context] = [
    await browser.newContext({ baseURL: web.webUrl }),
    await browser.newContext({ baseURL: web.webUrl }),
  ];
  await openSession(db, owner, await account('owner'), web.webUrl);
  await openSession(db, context, await account('member'), web.webUrl);
  // Waits beside the pages of the member.
  const exported = owner.request.get(exportOf(team, 'format=jsonl&type=task.created'), { timeout: 240_000 });

  const page = withHydration(await context.newPage());
  await page.goto(`${team.path}/board`);
  await page.getByRole('button', { name: 'New task' }).first().click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Title').fill('One too many');

  // As often as the service takes it: a request may have flowed back just before.
  await page.route(/tasks\.create/, async (route) => {
    let response = await route.fetch();
    while (response.status() !== 429) {
      expect(response.status()).toBe(200);
      response = await route.fetch();
    }
    await route.fulfill({ response });
  });
  await form.getByRole('button', { name: 'Create task' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Too many requests' });
  await expect(notice.first()).toContainText(/Too many requests\. Try again in (\d+ seconds?|1 minute)\./);

  // Without this call of the page, the page does not try again by itself.
  const probe = /accounts\.me/;
  await page.route(probe, (route) => route.abort());
  await expect
    .poll(
      async () => {
        const response = await page.goto(`${team.path}/board`);
        const retryAfter = Number(response?.headers()['retry-after']);
        return response?.status() === 429 && retryAfter > 0;
      },
      { intervals: [50] },
    )
    .toBe(true);
  await expect(
    page.getByRole('heading', { name: /^Too many requests, try again (in \d+ seconds?|now)$/ }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Too many requests, try again now' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(probe);
  await expect(page.getByRole('navigation', { name: team.name })).toBeVisible();
  expect(await readFile(webLog, 'utf8')).not.toContain('the request failed');
  await expect(page).toHaveURL(new RegExp(`${team.path}/board`));

  await test.step('exports more pages of the audit than the limit allows at once', async () => {
    expect((await (await exported).text()).trimEnd().split('\n')).toHaveLength(pages * 250);
  });
  await Promise.all([owner.close(), context.close()]);
  await web.stop();
  await api.stop();
});
