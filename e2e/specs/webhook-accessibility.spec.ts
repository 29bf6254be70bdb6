import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { expect } from '../fixtures/test.ts';
import { deliveryPanel, deliveryRows } from '../fixtures/webhook-pages.ts';
import { test } from '../fixtures/with-receiver.ts';

test('has no serious axe findings on the webhooks, their form and the dialog of a secret', async ({
  person,
  team,
  receiver,
  endpoint,
}) => {
  test.slow();
  await endpoint({ description: 'Reads along', eventTypes: ['task.created', 'task.moved'] });
  await endpoint({ url: `${receiver.url}/off`, enabled: false });
  const { page } = await person('admin');
  await page.goto(`${team.path}/webhooks`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'New endpoint' });
  await form.getByRole('radio', { name: 'Choose' }).check();
  await form.getByLabel('URL').fill('http://10.0.0.1/');
  await form.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(form.getByText(/not public/)).toBeVisible();
  await expectAccessibleDialog(page);
  await form.getByLabel('URL').fill(`${receiver.url}/third`);
  await form.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expectAccessibleDialog(page);
});

test('has no serious axe findings on an endpoint, a delivery, the dialog of a recovery and the notice', async ({
  person,
  team,
  api,
  receiver,
  endpoint,
}) => {
  test.slow();
  const { id } = await endpoint();
  receiver.response = { status: 500, body: '<h1>Something broke</h1>' };
  await api.request('POST', `/api/webhooks/${id}/test`);
  await receiver.last(1);
  const { page } = await person('admin');
  await page.goto(`${team.path}/webhooks/${id}`);
  await deliveryRows(page).getByRole('link').click();
  await expect(deliveryPanel(page)).toContainText('Something broke');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Recover…' }).click();
  await page.getByRole('radio', { name: 'Another time' }).check();
  await page.getByLabel('Day and time').fill('2020-01-01T10:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Recover', exact: true }).click();
  await expect(page.getByText('It must be at most 30 days ago.')).toBeVisible();
  await expectAccessibleDialog(page);
  await page.keyboard.press('Escape');
  receiver.response = { status: 410 };
  await deliveryRows(page).getByRole('button', { name: 'Redeliver webhook.tested' }).click();
  await expect(page.getByText(/^Deliveries to .* stopped/)).toBeVisible();
  await expect(page.getByText('Disabled by the service,')).toBeVisible();
  await expectAccessible(page);
});
