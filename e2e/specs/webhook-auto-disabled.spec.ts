import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { cardOf, columnOf } from '../fixtures/board.ts';
import { waitForScripts } from '../fixtures/hydration.ts';
import { expect } from '../fixtures/test.ts';
import { deliveryRows, disabledWebhooksLink, endpointRow } from '../fixtures/webhook-pages.ts';
import { test } from '../fixtures/with-receiver.ts';

/** The notice above every page. */
const notice = (page: Page) => page.getByRole('status').filter({ hasText: /^Deliveries to/ });

const message = (host: string) => `Deliveries to ${host} stopped: the receiver responded with 410 Gone.`;

test('announces a disabled endpoint on the open board, with a link to it', async ({
  person,
  team,
  api,
  receiver,
  endpoint,
}) => {
  const { id } = await endpoint({ eventTypes: ['task.created'] });
  receiver.response = { status: 410 };
  const [{ page }, { page: members }] = [await person('admin'), await person('member')];
  for (const each of [page, members]) {
    await each.goto(`${team.path}/board`);
    await expect(each.getByRole('heading', { name: 'Board' })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Webhooks', exact: true })).toBeVisible();
  await api.createTask({ title: 'The last straw' });
  await receiver.last(1);
  await expect(notice(page)).toContainText(message(receiver.host));
  await expect(disabledWebhooksLink(page)).toBeVisible();
  await expect(cardOf(page, 'The last straw')).toBeVisible();
  expect(await api.webhooks.get({ webhookId: id })).toMatchObject({ disabledReason: 'gone' });

  // This event follows in the same stream, and members receive it.
  await api.createTask({ title: 'One more' });
  await expect(columnOf(members, 'To do')).toContainText('One more');
  await expect(members.getByText(/Deliveries to/)).toHaveCount(0);
  await expect(members.getByRole('link', { name: /Webhooks/ })).toHaveCount(0);
  expect(await (await members.request.get(`${team.path}/board`)).text()).not.toContain(receiver.host);

  await notice(page).getByRole('link', { name: 'Open endpoint' }).click();
  await expect(page).toHaveURL(`${team.path}/webhooks/${id}`);
  const reason = page.getByRole('status').filter({ hasText: 'Disabled by the service,' });
  await expect(reason).toContainText('The receiver responded with 410 Gone');
  await expect(deliveryRows(page)).toContainText(/Failed.*410/);
  await expect(notice(page).getByRole('link')).toHaveCount(0);
  await expectAccessible(page);

  receiver.response = { status: 200 };
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(disabledWebhooksLink(page)).toHaveCount(0);
  await expect(reason).toHaveCount(0);
  await api.createTask({ title: 'Welcome again' });
  await receiver.last(2);
  await expect(deliveryRows(page).first()).toContainText(/Succeeded.*200/);
});

test('says why an endpoint was disabled, until the notice is dismissed', async ({
  person,
  team,
  api,
  db,
  receiver,
  endpoint,
}) => {
  const { id } = await endpoint();
  const failing = await endpoint({ url: `${receiver.url}/failing` });
  await db.pool.query(
    `update webhooks set enabled = false, disabled_reason = 'failing', disabled_at = now(), subscribed_since = null
     where id = $1`,
    [failing.id],
  );
  const { page } = await person('admin');

  await test.step('says it on the page of an endpoint, in the list and in a notice', async () => {
    await page.goto(`${team.path}/webhooks/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Enabled');
    receiver.response = { status: 410 };
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByText('Disabled by the service,')).toBeVisible();
    await expect(page.getByText(/^The receiver responded with 410 Gone/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Disabled');
    await expect(page.getByRole('button', { name: 'Send test' })).toBeDisabled();
    await expect(notice(page)).toContainText('Deliveries to 2 endpoints stopped.');

    await notice(page).getByRole('link', { name: 'Open webhooks' }).click();
    await expect(endpointRow(page, 'The receiver responded with 410 Gone')).toHaveCount(1);
    await expect(endpointRow(page, 'Every attempt failed for five days')).toContainText('/failing');
    await page.getByRole('link', { name: /failing$/ }).click();
    await expect(page.getByText(/^Every attempt failed for five days\./)).toBeVisible();
  });

  await test.step('hides a dismissed notice over a reload and on other pages, until an endpoint is disabled again', async () => {
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await expect(page).toHaveURL(/\/board$/);
    await api.webhooks.delete({ webhookId: failing.id });
    await expect(notice(page)).toContainText(message(receiver.host));
    // In the first response, so that the notice does not grow with the reason. What takes longer than 1.5 s is left to
    // the browser: then the next response has it.
    const htmlOfAgents = async () => (await page.request.get(`${team.path}/agents`)).text();
    await expect.poll(htmlOfAgents).toContain(message(receiver.host));
    await notice(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice(page)).toHaveCount(0);
    await page.reload();
    await expect(disabledWebhooksLink(page)).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await expect.poll(htmlOfAgents).toMatch(/^(?!.*Deliveries to).*an endpoint was disabled/s);

    await api.webhooks.update({ webhookId: id, enabled: true });
    await expect(disabledWebhooksLink(page)).toHaveCount(0);
    await api.webhooks.test({ webhookId: id });
    await expect(notice(page)).toContainText(message(receiver.host));
  });
});

test('keeps the place of the page below once the reason is loaded, on a narrow screen', async ({
  person,
  team,
  db,
  endpoint,
}) => {
  const { id } = await endpoint();
  await db.pool.query(
    `update webhooks set enabled = false, disabled_reason = 'failing', disabled_at = now(), subscribed_since = null
     where id = $1`,
    [id],
  );
  const { page } = await person('admin');
  await page.setViewportSize({ width: 400, height: 800 });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // As above: only a notice of the first response keeps the place.
  const load = async () => (await page.goto(`${team.path}/agents`))?.text();
  await expect.poll(load).toContain('Deliveries to');
  await expect(notice(page)).toContainText('every attempt failed for five days');
  await waitForScripts(page);
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});
