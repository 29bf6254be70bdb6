import { call } from '../fixtures/procedures.ts';
import { clientOf, expect } from '../fixtures/test.ts';
import { actOnEndpoint, endpointRow } from '../fixtures/webhook-pages.ts';
import { test } from '../fixtures/with-receiver.ts';

test('the first answer holds the endpoints, and an endpoint with its deliveries', async ({
  person,
  team,
  api,
  receiver,
  endpoint,
}) => {
  const { id } = await endpoint({ description: 'Counts what is done' });
  await api.ask('POST', `/api/webhooks/${id}/test`);
  await receiver.last(1);
  const { page } = await person('admin');
  const list = await (await page.request.get(`${team.path}/webhooks`)).text();
  expect(list).toContain('Counts what is done');
  expect(list).toContain(receiver.host);
  const one = await (await page.request.get(`${team.path}/webhooks/${id}`)).text();
  expect(one).toContain('Counts what is done');
  expect(one).toMatch(/<tbody>.*webhook\.tested/s);
});

test('members and viewers find nothing at the addresses of webhooks, and no way to them', async ({
  person,
  team,
  receiver,
  endpoint,
}) => {
  test.slow();
  const { id } = await endpoint();
  for (const role of ['member', 'viewer'] as const) {
    const { page } = await person(role);
    await page.goto(`${team.path}/board`);
    await expect(page.getByRole('link', { name: 'Agents' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Webhooks/ })).toHaveCount(0);
    for (const path of ['webhooks', `webhooks/${id}`]) {
      const answer = await page.request.get(`${team.path}/${path}`);
      expect(answer.status(), `${path} for a ${role}`).toBe(404);
      expect(await answer.text()).not.toContain(receiver.host);
    }
    await page.goto(`${team.path}/webhooks`);
    await expect(page.getByText('There is nothing at this address')).toBeVisible();
    for (const [procedure, input] of [
      ['webhooks.create', { teamId: team.id, url: receiver.url }],
      ['webhooks.update', { webhookId: id, enabled: false }],
      ['webhooks.rotateSecret', { webhookId: id }],
      ['webhooks.test', { webhookId: id }],
      ['webhooks.delete', { webhookId: id }],
    ] as const) {
      const answer = await call(page, team, procedure, input);
      expect(answer, `${procedure} by a ${role}`).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    }
  }
});

test('an endpoint that does not exist, or that is of another team, is not found', async ({
  person,
  team,
  otherTeam,
  receiver,
}) => {
  const foreign = await clientOf(otherTeam).ask<{ id: string }>(
    'POST',
    `/api/teams/${otherTeam.id}/webhooks`,
    { url: receiver.url },
  );
  const { page } = await person('owner');
  for (const id of ['nothing', foreign.id]) {
    const answer = await page.request.get(`${team.path}/webhooks/${id}`);
    expect(answer.status()).toBe(404);
    expect(await answer.text()).not.toContain(receiver.host);
  }
  await page.goto(`${team.path}/webhooks/nothing`);
  await expect(page.getByText('There is nothing at this address')).toBeVisible();
});

test('what another admin does appears in the open list and on the open page of an endpoint', async ({
  person,
  team,
  receiver,
  endpoint,
}) => {
  test.slow();
  const { id } = await endpoint();
  const [{ page }, { page: theirs }] = [await person('owner'), await person('admin')];
  const watched = await page.context().newPage();
  await page.goto(`${team.path}/webhooks`);
  await watched.goto(`${team.path}/webhooks/${id}`);
  await theirs.goto(`${team.path}/webhooks`);

  await theirs.getByRole('button', { name: 'New endpoint' }).click();
  const form = theirs.getByRole('dialog', { name: 'New endpoint' });
  await form.getByLabel('URL').fill(`${receiver.url}/second`);
  await form.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(endpointRow(page, 'hook/second')).toBeVisible();
  await theirs.getByRole('button', { name: 'Done' }).click();
  await theirs.getByRole('button', { name: 'Close without copying' }).click();

  const name = `${receiver.host}/hook`;
  await actOnEndpoint(theirs, name, 'Edit');
  const edit = theirs.getByRole('dialog', { name: 'Edit endpoint' });
  await edit.getByLabel('Description').fill('Changed by somebody else');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(endpointRow(page, 'Changed by somebody else')).toBeVisible();
  await expect(watched.getByText('Changed by somebody else')).toBeVisible();

  await actOnEndpoint(theirs, name, 'Disable');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(endpointRow(page, 'Changed by somebody else')).toContainText('Somebody switched it off');
  await expect(watched.getByRole('status').filter({ hasText: 'Disabled by hand,' })).toBeVisible();

  await actOnEndpoint(theirs, name, 'Delete');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(endpointRow(page, 'Changed by somebody else')).toHaveCount(0);
  await expect(watched.getByText('This endpoint was deleted')).toBeVisible();
  await expect(watched.getByRole('button', { name: /Enable|Actions for/ })).toHaveCount(0);
});
