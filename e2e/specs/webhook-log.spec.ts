import type { Page } from '@playwright/test';
import { choose } from '../fixtures/choose.ts';
import { createManyDeliveries } from '../fixtures/deliveries-in-bulk.ts';
import { expect } from '../fixtures/test.ts';
import { deliveryPanel, deliveryRows } from '../fixtures/webhook-pages.ts';
import { test } from '../fixtures/with-receiver.ts';

test('filters the log, and opens deliveries', async ({ person, team, api, db, receiver, endpoint }) => {
  const [{ id }, other] = [await endpoint({ eventTypes: ['task.created'] }), await endpoint()];
  await createManyDeliveries(db, id, 40);
  for (const [index, title] of ['Oldest', 'Middle', 'Newest'].entries()) {
    await api.createTask({ title });
    await receiver.last(index + 1);
  }
  await api.webhooks.test({ webhookId: other.id });
  await receiver.last(4);
  const [ofOther] = await api.webhooks.deliveries({ webhookId: other.id });
  const { page } = await person('admin');
  const rows = deliveryRows(page);
  const status = page.getByRole('combobox', { name: 'Status' });
  await page.goto(`${team.path}/webhooks/${id}?delivery=${ofOther?.id}`);

  await test.step('says that a linked delivery does not exist, beside the log', async () => {
    await expect(deliveryPanel(page).getByText('There is no such delivery')).toBeVisible();
    await expect(rows).toHaveCount(43);
    await page.keyboard.press('Escape');
    await expect(deliveryPanel(page)).toBeHidden();
    await expect(page).toHaveURL(`${team.path}/webhooks/${id}`);
    await expect(page.getByText('43 deliveries, and nothing earlier in the last 30 days')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  });

  await test.step('supports the keyboard in the log: arrows, Enter, Escape and the back button', () =>
    expectKeyboard(page));

  await test.step('keeps the filters of the log in the URL, over a reload, until they are cleared', async () => {
    await choose(page, page.getByRole('combobox', { name: 'Event type' }), 'Task completed');
    await expect(page).toHaveURL(/\?type=task\.completed$/);
    await expect(rows).toHaveCount(20);
    await choose(page, status, 'Failed');
    await expect(page).toHaveURL(/\?status=failed&type=task\.completed$/);
    await expect(rows).toHaveCount(4);
    await expect(rows.filter({ hasText: /Failed.*task\.completed/ })).toHaveCount(4);
    await page.reload();
    await expect(rows).toHaveCount(4);
    await expect(status).toHaveValue('Failed');
    await page.goBack();
    await expect(rows).toHaveCount(20);
    await choose(page, status, 'Pending');
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(page).toHaveURL(`${team.path}/webhooks/${id}`);
    await expect(rows).toHaveCount(43);
  });
});

async function expectKeyboard(page: Page): Promise<void> {
  const links = deliveryRows(page).getByRole('link');
  await expect(links).toHaveCount(43);
  await links.first().focus();
  await page.keyboard.press('ArrowUp');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const panel = deliveryPanel(page);
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('link', { name: 'Middle' })).toBeVisible();
  await expect(page).toHaveURL(/\?delivery=\w+$/);
  await expect(links.nth(1)).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(links.nth(1)).toBeFocused();
  await page.goBack();
  await expect(panel.getByRole('link', { name: 'Middle' })).toBeVisible();
  await page.reload();
  await expect(panel.getByRole('link', { name: 'Middle' })).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
  await expect(links.nth(1)).toBeFocused();
}

test('loads older deliveries page by page, while new ones appear at the top, and shows at most ten pages', async ({
  person,
  team,
  api,
  db,
  endpoint,
}) => {
  const { id } = await endpoint();
  await createManyDeliveries(db, id, 520);
  const { page } = await person('admin');
  const rows = deliveryRows(page);
  const toNewest = page.getByRole('button', { name: 'Back to the newest' });
  await page.goto(`${team.path}/webhooks/${id}`);
  for (let count = 50; count < 500; count += 50) {
    await expect(rows).toHaveCount(count);
    if (count === 100) {
      await expect(page.getByText('100 deliveries shown')).toBeVisible();
      await api.webhooks.test({ webhookId: id });
      await expect(rows.first()).toContainText(/Succeeded.*webhook\.tested/);
      await expect(rows).toHaveCount(100);
    }
    await page.getByRole('button', { name: 'Load more' }).click();
  }
  await expect(page.getByText('500 deliveries shown')).toBeVisible();
  await expect(toNewest).toHaveCount(0);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText('471 older deliveries, and nothing earlier in the last 30 days')).toBeVisible();
  await expect(rows).toHaveCount(471);
  await toNewest.click();
  await expect(rows).toHaveCount(50);
  await expect(toNewest).toHaveCount(0);
});
