import { clientOf, expect } from '../fixtures/test.ts';
import { endpointRow } from '../fixtures/webhook-pages.ts';
import { test } from '../fixtures/with-receiver.ts';

test('renders the endpoints, and an endpoint with its deliveries, on the server', async ({
  person,
  team,
  api,
  receiver,
  endpoint,
}) => {
  const { id } = await endpoint({ description: 'Counts what is done' });
  await api.webhooks.test({ webhookId: id });
  await receiver.last(1);
  const { page } = await person('admin');
  // What takes longer than 1.5 s is left to the browser: then the next response has it.
  const htmlOf = async (path: string) => (await page.request.get(`${team.path}/${path}`)).text();
  const both = new RegExp(`^(?=.*Counts what is done).*${receiver.host}`, 's');
  await expect.poll(() => htmlOf('webhooks')).toMatch(both);
  await expect
    .poll(() => htmlOf(`webhooks/${id}`))
    .toMatch(/^(?=.*Counts what is done).*<tbody>.*webhook\.tested/s);
});

test('returns 404 for webhook pages to members and viewers and for those of other teams', async ({
  person,
  team,
  otherTeam,
  receiver,
  endpoint,
}) => {
  const { id } = await endpoint();
  const foreign = await clientOf(otherTeam).webhooks.create({
    teamId: otherTeam.id,
    url: `${receiver.url}/of-others`,
  });
  const { context: member } = await person('member');
  const { context: viewer } = await person('viewer');
  const { context: owner } = await person('owner');
  for (const [request, path] of [
    [member.request, 'webhooks'],
    [member.request, `webhooks/${id}`],
    [viewer.request, 'webhooks'],
    [viewer.request, `webhooks/${id}`],
    [owner.request, 'webhooks/nothing'],
    [owner.request, `webhooks/${foreign.id}`],
  ] as const) {
    const response = await request.get(`${team.path}/${path}`);
    expect(response.status(), path).toBe(404);
    const html = await response.text();
    expect(html, path).toContain('There is nothing at this address');
    // The owner's page has the endpoints of the own team.
    const hidden = request === owner.request ? 'of-others' : receiver.host;
    expect(html, path).not.toContain(hidden);
  }
});

test('shows changes of others live in the list and on the page of an endpoint', async ({
  person,
  team,
  api,
  receiver,
  endpoint,
}) => {
  const { id } = await endpoint();
  const { page } = await person('owner');
  const watched = await page.context().newPage();
  await page.goto(`${team.path}/webhooks`);
  await watched.goto(`${team.path}/webhooks/${id}`);
  await endpoint({ url: `${receiver.url}/second` });
  await expect(endpointRow(page, 'hook/second')).toBeVisible();

  const changed = endpointRow(page, 'Changed by somebody else');
  await api.webhooks.update({ webhookId: id, description: 'Changed by somebody else' });
  await expect(changed).toBeVisible();
  await expect(watched.getByText('Changed by somebody else')).toBeVisible();

  await api.webhooks.update({ webhookId: id, enabled: false });
  await expect(changed).toContainText('Someone disabled it');
  await expect(watched.getByRole('status').filter({ hasText: 'Disabled by hand,' })).toBeVisible();

  await api.webhooks.delete({ webhookId: id });
  await expect(changed).toHaveCount(0);
  await expect(watched.getByText('This endpoint was deleted')).toBeVisible();
  await expect(watched.getByRole('button', { name: /Enable|Actions for/ })).toHaveCount(0);
});
