import { EventType } from '@crewboard/contracts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { verifies } from '../fixtures/receiver.ts';
import { expectSecretDiscarded, takeSecret } from '../fixtures/secrets.ts';
import { expect } from '../fixtures/test.ts';
import { failureOf, keepToasts, toastOf } from '../fixtures/toast.ts';
import { actOnEndpoint, endpointRow } from '../fixtures/webhook-pages.ts';
import { test } from '../fixtures/with-receiver.ts';

/** Opens the form of a new endpoint from the list. */
async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New endpoint' }).first().click();
  return page.getByRole('dialog', { name: 'New endpoint' });
}

const create = (form: Locator) => form.getByRole('button', { name: 'Create endpoint' }).click();

test('sends completed tasks to an endpoint, shows its secret once, and signs a test with it', async ({
  person,
  team,
  api,
  receiver,
}) => {
  const { page } = await person('admin');
  await keepToasts(page);
  await page.goto(`${team.path}/webhooks?new=endpoint`);
  const form = page.getByRole('dialog', { name: 'New endpoint' });
  await expect(form.getByRole('radio', { name: 'Completed tasks' })).toBeChecked();
  await form.getByLabel('URL').fill(receiver.url);
  await create(form);

  const dialog = page.getByRole('dialog', { name: `The secret of ${receiver.host}` });
  const shown = (await dialog.getByTestId('secret').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'On its way' })).toBeVisible();
  const received = await receiver.last(1);
  expect(received.event).toMatchObject({ type: 'webhook.tested', data: { teamId: team.id } });
  expect(verifies(shown, received)).toBe(true);
  expect(verifies(shown, { ...received, body: `${received.body} ` })).toBe(false);

  await expect(page).toHaveURL(`${team.path}/webhooks`);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('The secret has not been copied');
  await dialog.getByRole('button', { name: 'Back to the secret' }).click();
  await expect(dialog.getByRole('alert')).toBeHidden();
  const secret = await takeSecret(page, 'secret');
  expect(secret).toBe(shown);
  await expectSecretDiscarded(page, secret);
  await expect(endpointRow(page, receiver.host)).toContainText(/task\.completed.*Enabled/);
  const [webhook] = await api.webhooks.list();
  expect(webhook).toMatchObject({ url: receiver.url, eventTypes: ['task.completed'], enabled: true });

  // Nothing that can be asked for afterwards has it.
  for (const path of ['webhooks', `webhooks/${webhook?.id}`, 'audit', 'audit/export?format=jsonl']) {
    const response = await page.request.get(`${team.path}/${path}`);
    expect(response.status(), path).toBe(200);
    expect(await response.text(), path).not.toContain(secret);
  }
  const webhookId = webhook?.id ?? '';
  const read = [await api.webhooks.list(), await api.webhooks.get({ webhookId }), await api.events.list()];
  for (const response of read) expect(JSON.stringify(response)).not.toContain(secret);

  await test.step('closes a secret that was not copied only after a warning', async () => {
    await openForm(page);
    await form.getByLabel('URL').fill(`${receiver.url}/second`);
    await create(form);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The secret has not been copied');
    await dialog.getByRole('button', { name: 'Close without copying' }).click();
    await expect(dialog).toBeHidden();
    await expect(endpointRow(page, 'hook/second')).toBeVisible();
  });

  const secondId = (await api.webhooks.list()).find(({ id }) => id !== webhookId)?.id ?? '';
  const endpoints = [
    [webhookId, `${receiver.host}/hook`],
    [secondId, `${receiver.host}/hook/second`],
  ] as const;
  await test.step('links to the endpoint that was tested last', async () => {
    for (const [id, name] of endpoints) {
      await actOnEndpoint(page, name, 'Send test');
      // The previous toast fades out.
      const link = page.getByRole('link', { name: 'See the response of the receiver' }).last();
      await expect(link).toHaveAttribute('href', `${team.path}/webhooks/${id}`);
    }
  });

  await test.step('offers to enable the endpoint whose test was rejected last', async () => {
    const rejection = failureOf(page, 'disabled').last();
    let lastId = '';
    for (const [id, name] of endpoints) {
      const tests = await holdRequests(page, /webhooks\.test/);
      await actOnEndpoint(page, name, 'Send test');
      await tests.arrived;
      await api.webhooks.update({ webhookId: id, enabled: false });
      tests.send();
      await expect(rejection).not.toHaveAttribute('id', lastId);
      lastId = (await rejection.getAttribute('id')) ?? '';
    }
    await rejection.getByRole('button', { name: 'Enable' }).click();
    await expect(endpointRow(page, 'hook/second')).toContainText('Enabled');
    expect((await api.webhooks.get({ webhookId })).enabled).toBe(false);
  });
});

test('shows form errors at their fields and creates nothing, then sends all events or the selected ones', async ({
  person,
  team,
  api,
  receiver,
}) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/webhooks`);
  const form = await openForm(page);
  const url = form.getByLabel('URL');
  await create(form);
  await expect(form.getByText('The URL must have 1 to 2048 characters.')).toBeVisible();
  for (const [address, text] of [
    ['not a url', 'The URL is not a valid URL.'],
    ['ftp://example.com', /^The URL must start with http/],
    ['http://10.1.2.3/in', /^The URL leads to an address that is not public/],
    ['http://169.254.169.254/latest', /^The URL leads to an address that is not public/],
  ] as const) {
    await url.fill(address);
    await create(form);
    await expect(form.getByText(text)).toBeVisible();
    await expect(url).toHaveAttribute('aria-invalid', 'true');
    await expect(url).toBeFocused();
  }
  await form.getByRole('radio', { name: 'Choose' }).check();
  await expectAccessibleDialog(page);
  await form.getByRole('checkbox', { name: 'task.completed' }).uncheck();
  await create(form);
  await expect(form.getByText('Choose at least one event type.')).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('No endpoints yet')).toBeVisible();
  expect(await api.webhooks.list()).toEqual([]);

  await openForm(page);
  await form.getByLabel('URL').fill(`${receiver.url}/all`);
  await form.getByLabel('Description').fill('Reads everything');
  await form.getByRole('radio', { name: 'All events' }).check();
  await create(form);
  await takeSecret(page, 'secret');
  await expect(endpointRow(page, '/all')).toContainText(/Reads everything.*All events/);

  await openForm(page);
  await form.getByLabel('URL').fill(`${receiver.url}/some`);
  await form.getByRole('radio', { name: 'Choose' }).check();
  await form.getByRole('checkbox', { name: 'task.completed' }).uncheck();
  await form.getByRole('checkbox', { name: 'task.claimed' }).check();
  await form.getByRole('checkbox', { name: 'Agents', exact: true }).check();
  await create(form);
  await takeSecret(page, 'secret');
  const chosen = ['task.claimed', ...EventType.options.filter((type) => type.startsWith('agent.'))];
  const name = `${chosen.length} event types`;
  const types = endpointRow(page, '/some').getByRole('button', { name }).first();
  await types.hover();
  await expect(page.getByRole('tooltip')).toHaveText(chosen.join(''));
  const webhooks = await api.webhooks.list();
  expect(webhooks.map(({ eventTypes }) => eventTypes)).toEqual(expect.arrayContaining([['*'], chosen]));

  await api.createHeldTask(await api.createAgent('Ada'));
  const typesAt = (path: string) =>
    receiver.received.filter((each) => each.path === path).map(({ event }) => event.type);
  await expect.poll(() => typesAt('/hook/some').sort()).toEqual(['agent.created', 'task.claimed']);
  await expect
    .poll(() => typesAt('/hook/all'))
    .toEqual(expect.arrayContaining(['agent.created', 'task.created', 'task.claimed']));
});

test('changes and deletes an endpoint', async ({ person, team, api, receiver, endpoint }) => {
  const { id, secret: old } = await endpoint({
    description: 'The old words',
    eventTypes: ['task.created', 'task.moved'],
  });
  const { id: otherId, secret: foreign } = await endpoint({ url: `${receiver.url}/off`, enabled: false });
  const name = `${receiver.host}/hook/new`;
  const { page } = await person('admin');
  await page.goto(`${team.path}/webhooks`);
  await expectAccessible(page);

  await test.step('edits an endpoint, and keeps its URL when the API rejects the new one', async () => {
    await actOnEndpoint(page, `${receiver.host}/hook`, 'Edit');
    const form = page.getByRole('dialog', { name: 'Edit endpoint' });
    await expect(form.getByLabel('URL')).toHaveValue(receiver.url);
    await expect(form.getByRole('checkbox', { name: 'task.moved' })).toBeChecked();
    await form.getByLabel('URL').fill('http://192.168.1.1/');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText(/address that is not public/)).toBeVisible();
    expect(await api.webhooks.get({ webhookId: id })).toMatchObject({ url: receiver.url });

    await form.getByLabel('URL').fill(`${receiver.url}/new`);
    await form.getByLabel('Description').fill('The new words');
    await form.getByRole('radio', { name: 'Completed tasks' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(endpointRow(page, 'The new words')).toContainText(/hook\/new.*task\.completed/);
    expect(await api.webhooks.get({ webhookId: id })).toMatchObject({
      url: `${receiver.url}/new`,
      description: 'The new words',
      eventTypes: ['task.completed'],
    });
  });

  await test.step('signs with the old and the new secret after a rotation, and shows the new one', async () => {
    await endpointRow(page, 'hook/new').getByRole('link').click();
    const secret = await rotateSecret(page, receiver.host, name);
    expect(secret).not.toBe(old);
    await page.getByRole('button', { name: 'Send test' }).click();
    const received = await receiver.last(1);
    expect([secret, old, foreign].map((each) => verifies(each, received))).toEqual([true, true, false]);
  });

  await test.step('disables an endpoint, which then receives nothing, enables it again, and deletes it', async () => {
    await api.webhooks.delete({ webhookId: otherId });
    await api.webhooks.update({ webhookId: id, eventTypes: ['task.created'] });
    await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
    await expect(page).toHaveURL(`${team.path}/webhooks`);
    const row = endpointRow(page, receiver.host);
    await actOnEndpoint(page, name, 'Disable');
    const disabling = page.getByRole('dialog', { name: `Disable ${receiver.host}?` });
    await disabling.getByRole('button', { name: 'Disable' }).click();
    await expect(row).toContainText('Someone disabled it');
    await api.createTask({ title: 'Unheard' });

    await actOnEndpoint(page, name, 'Enable');
    await expect(row).toContainText('Enabled');
    await expect(row).not.toContainText('disabled it');
    await api.createTask({ title: 'Heard' });
    expect((await receiver.last(2)).event.data.task).toMatchObject({ title: 'Heard' });

    await actOnEndpoint(page, name, 'Delete');
    const deleting = page.getByRole('dialog', { name: `Delete ${receiver.host}?` });
    await deleting.getByRole('button', { name: 'Cancel' }).click();
    await expect(deleting).toBeHidden();
    expect(await api.webhooks.list()).toHaveLength(1);
    await actOnEndpoint(page, name, 'Delete');
    await deleting.getByRole('button', { name: 'Delete endpoint' }).click();
    await expect(page.getByText('No endpoints yet')).toBeVisible();
    await expect(toastOf(page, `Deleted the endpoint ${name}.`)).toBeVisible();
    await expect(api.webhooks.get({ webhookId: id })).rejects.toMatchObject({ status: 404 });
  });
});

/** Rotates the secret on the page of an endpoint, and returns the new one. */
async function rotateSecret(page: Page, host: string, name: string): Promise<string> {
  await expect(page.getByText('One secret')).toBeVisible();
  await actOnEndpoint(page, name, 'Rotate secret');
  const question = page.getByRole('dialog', { name: `Rotate the secret of ${host}?` });
  await question.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(page.getByRole('dialog', { name: `The secret of ${host}` })).toContainText('24 hours');
  const secret = await takeSecret(page, 'secret');
  await expectSecretDiscarded(page, secret);
  await expect(page.getByText('Two secrets, the old one ends')).toBeVisible();
  return secret;
}
