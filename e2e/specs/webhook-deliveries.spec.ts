import type { WebhookPayload } from '@crewboard/contracts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { readClipboard } from '../fixtures/clipboard.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { verifies } from '../fixtures/receiver.ts';
import type { TeamClient } from '../fixtures/team-client.ts';
import { expect } from '../fixtures/test.ts';
import { attemptRows, deliveryPanel, deliveryRows, endpointRow } from '../fixtures/webhook-pages.ts';
import { test } from '../fixtures/with-receiver.ts';

/** Opens the dialog that asks from when to recover. */
async function openRecover(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Recover…' }).click();
  return page.getByRole('dialog', { name: 'Recover deliveries' });
}

/** Disables an endpoint and enables it again. */
async function interrupt(api: TeamClient, webhookId: string): Promise<void> {
  await api.webhooks.update({ webhookId, enabled: false });
  await api.webhooks.update({ webhookId, enabled: true });
}

const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Recover', exact: true }).click();

test('delivers and redelivers', async ({ person, team, api, receiver, endpoint }) => {
  const { id, secret } = await endpoint();
  const agent = await api.createAgent('Ada');
  const { page } = await person('admin');
  await page.goto(`${team.path}/webhooks/${id}`);
  await expect(page.getByText('No deliveries yet')).toBeVisible();

  const received =
    await test.step('delivers a completed task, and shows it live in the open log', async () => {
      const task = await api.createDoneTask(agent, 'Forty-two', { title: 'Find the answer' });
      const delivered = await receiver.last(1);
      expect(delivered.headers['content-type']).toBe('application/json');
      expect(verifies(secret, delivered)).toBe(true);
      expect(delivered.event).toMatchObject({
        type: 'task.completed',
        data: {
          teamId: team.id,
          task: { id: task.id, status: 'done', result: 'Forty-two' },
          actor: { kind: 'agent', id: agent.id, name: 'Ada' },
        },
      });
      await expect(deliveryRows(page)).toHaveCount(1);
      await expect(deliveryRows(page)).toContainText(/Succeeded\s*task\.completed\s*204\s*1 attempt.*\d ms/);
      return delivered;
    });

  await test.step('redelivers with the same id, and not while the endpoint is disabled', async () => {
    const row = deliveryRows(page);
    await expect(row).toContainText('Succeeded');
    await row.getByRole('button', { name: 'Redeliver task.completed' }).click();
    const second = await receiver.last(2);
    expect(second.headers['webhook-id']).toBe(received.headers['webhook-id']);
    expect(second.body).toBe(received.body);
    await expect(row).toContainText(/Succeeded.*2 attempts/);

    await row.getByRole('link', { name: 'task.completed' }).click();
    const panel = deliveryPanel(page);
    await panel.getByRole('button', { name: 'Redeliver' }).click();
    await receiver.last(3);
    await expect(attemptRows(page)).toHaveCount(3);
    await expect(panel.getByText('Succeeded')).toBeVisible();

    await api.webhooks.update({ webhookId: id, enabled: false });
    await expect(page.getByText('Disabled by hand,')).toBeVisible();
    await panel.getByRole('button', { name: 'Redeliver' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Webhook disabled' })).toBeVisible();
    expect(receiver.received).toHaveLength(3);
  });
});

test('retries a failed delivery, and logs both attempts', async ({
  person,
  team,
  api,
  db,
  receiver,
  endpoint,
}) => {
  const { id } = await endpoint({ eventTypes: ['task.created'] });
  // The retry waits until the test has read what the first attempt left.
  receiver.response = { status: 500, body: 'The queue is full', retryAfterSeconds: 3_600 };
  const { page } = await person('admin');
  await page.goto(`${team.path}/webhooks/${id}`);
  const task = await api.createTask({ title: 'Try twice' });
  const first = await receiver.last(1);
  receiver.response = { status: 200, body: 'Thank you' };
  const row = deliveryRows(page);
  await expect(row).toContainText(/Pending\s*task\.created\s*500.*next attempt in /);
  await row.getByRole('link', { name: 'task.created' }).click();
  const panel = deliveryPanel(page);
  await expect(panel.getByRole('region', { name: 'The body of the last response' })).toContainText(
    'The queue',
  );
  await expect(attemptRows(page)).toHaveCount(1);

  await db.pool.query('update webhook_deliveries set next_attempt_at = now() where webhook_id = $1', [id]);
  const second = await receiver.last(2);
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(second.body).toBe(first.body);
  await expect(attemptRows(page)).toHaveText([/^2.*200.*\d ms/s, /^1.*500.*\d ms/s]);
  await expect(panel.getByText('Succeeded')).toBeVisible();
  await expect(panel.getByText('Thank you')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Try twice' })).toHaveAttribute('href', new RegExp(task.id));
  const request = panel.getByRole('region', { name: 'Request', exact: true });
  await expect(request).toContainText(`POST ${receiver.url}`);
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type']) {
    await expect(request).toContainText(`${name}${second.headers[name]}`);
  }
  const body = panel.getByRole('region', { name: 'The body of the request' });
  expect(JSON.parse((await body.locator('pre').textContent()) ?? '')).toEqual(second.event);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await body.getByRole('button', { name: 'Copy: the body exactly as it is sent' }).click();
  await expect(body.getByText('Copied')).toBeVisible();
  expect(await readClipboard(page)).toBe(second.body);
  await expect(row).toContainText(/Succeeded.*200.*2 attempts/);
  // The page refetches the endpoint only every ten seconds.
  await expect(page.getByText('No success yet')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Enabled');
  await expectAccessible(page);
});

test('logs why a delivery failed: a refused connection, and a redirect', async ({
  person,
  team,
  api,
  receiver,
  endpoint,
}) => {
  const redirecting = await endpoint();
  // Nothing listens on the port for what is to be discarded.
  const nobody = await endpoint({ url: 'http://127.0.0.1:9/', description: 'Refuses connections' });
  receiver.response = { status: 302 };
  for (const { id } of [redirecting, nobody]) await api.webhooks.test({ webhookId: id });
  const { page } = await person('admin');
  await page.goto(`${team.path}/webhooks/${redirecting.id}`);
  await expect(deliveryRows(page)).toContainText(/Pending.*302.*redirects are not followed/);
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
  await endpointRow(page, 'Refuses connections').getByRole('link').click();
  await expect(deliveryRows(page)).toContainText(/Pending.*The connection was refused/);
  await deliveryRows(page).getByRole('link').click();
  await expect(deliveryPanel(page)).toContainText('None: The connection was refused.');
});

test('recovers events that were missed', async ({ person, team, api, receiver, endpoint }) => {
  const { id } = await endpoint({ eventTypes: ['task.created'] });
  await api.createTask({ title: 'Before' });
  await receiver.last(1);
  await api.webhooks.update({ webhookId: id, enabled: false });
  for (const title of ['Missed one', 'Missed two']) await api.createTask({ title });
  const { page } = await person('admin');
  await page.goto(`${team.path}/webhooks/${id}`);

  await test.step('recovers events from while an endpoint was disabled', async () => {
    await expect(deliveryRows(page)).toHaveCount(1);
    const disabled = await openRecover(page);
    await expect(disabled.getByText('The endpoint is disabled')).toBeVisible();
    await expect(disabled.getByRole('button', { name: 'Recover', exact: true })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(disabled).toBeHidden();
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    await expect(page.getByText('Disabled by hand,')).toBeHidden();

    const dialog = await openRecover(page);
    await expect(dialog.getByRole('radio', { name: 'It was disabled' })).toBeChecked();
    await expect(dialog.getByRole('radio')).toHaveCount(4);
    await submit(dialog);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('alert').filter({ hasText: 'On its way' })).toBeVisible();
    await receiver.last(3);
    const titles = receiver.received.map(({ event }) => titleIn(event));
    expect(titles.toSorted()).toEqual(['Before', 'Missed one', 'Missed two']);
    await expect(deliveryRows(page)).toHaveCount(3);
    await expect(deliveryRows(page).filter({ hasText: 'Succeeded' })).toHaveCount(3);
  });

  await test.step('validates a custom time, and sends what was missed since then', async () => {
    await api.webhooks.update({ webhookId: id, enabled: false });
    await api.createTask({ title: 'Missed' });
    await api.webhooks.update({ webhookId: id, enabled: true });
    const dialog = await openRecover(page);
    for (const name of ['It was disabled', 'An hour ago', 'A day ago']) {
      await expect(dialog.getByRole('radio', { name })).toBeVisible();
    }
    await dialog.getByRole('radio', { name: 'Another time' }).check();
    const field = dialog.getByLabel('Day and time');
    for (const [value, text] of [
      ['', 'Enter a day and a time.'],
      ['2020-01-01T10:00', 'It must be at most 30 days ago.'],
      ['2100-01-01T10:00', 'The time must not be in the future.'],
    ] as const) {
      await field.fill(value);
      await submit(dialog);
      await expect(dialog.getByText(text)).toBeVisible();
    }
    expect(receiver.received).toHaveLength(3);
    await expectAccessibleDialog(page);
    await field.fill(new Date(Date.now() - 2 * 3_600_000).toISOString().slice(0, 16));
    await submit(dialog);
    await expect(dialog).toBeHidden();
    expect(titleIn((await receiver.last(4)).event)).toBe('Missed');
    await expect(deliveryRows(page).filter({ hasText: 'Succeeded' })).toHaveCount(4);

    // A delivery that has succeeded is not sent again.
    const again = await openRecover(page);
    await again.getByRole('radio', { name: 'A day ago' }).check();
    await submit(again);
    await expect(again).toBeHidden();
    await api.createTask({ title: 'After it' });
    expect(titleIn((await receiver.last(5)).event)).toBe('After it');
  });
});

test('keeps the choices of a recovery once the pointer is on them', async ({
  person,
  team,
  api,
  endpoint,
}) => {
  const { id } = await endpoint({ eventTypes: ['task.created'] });
  const { page } = await person('admin');
  await page.goto(`${team.path}/webhooks/${id}`);
  const dialog = await openRecover(page);
  await expect(dialog.locator('form')).toHaveAttribute('aria-busy', 'false');
  await dialog.getByText('A day ago').hover();
  await api.webhooks.update({ webhookId: id, enabled: false });
  await expect(dialog.getByText('The endpoint is disabled')).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(3);
  await expect(dialog.getByRole('radio', { name: 'An hour ago' })).toBeChecked();
});

test('has all choices of a recovery: those of meanwhile, and although the pointer moved before they were loaded', async ({
  person,
  team,
  api,
  endpoint,
}) => {
  const { id } = await endpoint({ eventTypes: ['task.created'] });
  const { page } = await person('admin');
  await page.goto(`${team.path}/webhooks/${id}`);

  await test.step('offers the time at which an endpoint was disabled meanwhile', async () => {
    const open = await openRecover(page);
    await expect(open.getByRole('radio')).toHaveCount(3);
    await interrupt(api, id);
    await expect(open.getByRole('radio', { name: 'It was disabled' })).toBeVisible();
  });

  const request = await holdRequests(page, /events\.audit/);
  await page.goto(`${team.path}/webhooks/${id}`);
  const dialog = await openRecover(page);
  await dialog.getByText('A day ago').hover();
  await request.arrived;
  await expect(dialog.getByRole('radio')).toHaveCount(3);
  request.send();
  await expect(dialog.getByRole('radio', { name: 'It was disabled' })).toBeChecked();
});

const titleIn = ({ data: { task } }: WebhookPayload): unknown => task?.title;
