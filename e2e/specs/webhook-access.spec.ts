import { clientOf, expect } from '../fixtures/test.ts';
import { actOnEndpoint, endpointRow } from '../fixtures/webhook-pages.ts';
import { test } from '../fixtures/with-receiver.ts';

test('renders the endpoints, and an endpoint with its deliveries, on the server', async ({
  person,
  team,
  api,
  receiver,
  endpoint,
}) => {
  const { id } = await endpoint({ description: 'Counts what is done' });
  await api.request('POST', `/api/webhooks/${id}/test`);
  await receiver.last(1);
  const { page } = await person('admin');
  const list = await (await page.request.get(`${team.path}/webhooks`)).text();
  expect(list).toContain('Counts what is done');
  expect(list).toContain(receiver.host);
  const one = await (await page.request.get(`${team.path}/webhooks/${id}`)).text();
  expect(one).toContain('Counts what is done');
  expect(one).toMatch(/<tbody>.*webhook\.tested/s);
});

test('returns 404 for webhook pages to members and viewers and for those of other teams, and links to none', async ({
  person,
  team,
  otherTeam,
  receiver,
  endpoint,
}) => {
  const { id } = await endpoint();
  const foreign = await clientOf(otherTeam).request<{ id: string }>(
    'POST',
    `/api/teams/${otherTeam.id}/webhooks`,
    { url: `${receiver.url}/of-others` },
  );
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await expect(page.getByRole('link', { name: 'Agents' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Webhooks/ })).toHaveCount(0);
  await page.goto(`${team.path}/webhooks`);
  await expect(page.getByText('There is nothing at this address')).toBeVisible();
  const { context: viewer } = await person('viewer');
  const { context: owner } = await person('owner');
  for (const [request, path] of [
    [page.request, 'webhooks'],
    [page.request, `webhooks/${id}`],
    [viewer.request, 'webhooks'],
    [viewer.request, `webhooks/${id}`],
    [owner.request, 'webhooks/nothing'],
    [owner.request, `webhooks/${foreign.id}`],
  ] as const) {
    const response = await request.get(`${team.path}/${path}`);
    expect(response.status(), path).toBe(404);
    // The owner's page has the endpoints of the own team.
    const hidden = request === owner.request ? 'of-others' : receiver.host;
    expect(await response.text(), path).not.toContain(hidden);
  }
});

test('shows changes of another admin live in the list and on the page of an endpoint', async ({
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
