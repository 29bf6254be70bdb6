import { expectCount, groupOf } from '../fixtures/attention.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { panelOf } from '../fixtures/dependencies.ts';
import { pressPair } from '../fixtures/keys.ts';
import { expect, test } from '../fixtures/test.ts';

test('names what else is stuck, and leads to it', async ({ person, team, api, db }) => {
  const ada = await api.createAgent('Ada');
  await api.createTask({ title: 'Water the plants' });
  await api.agents.update({ agentId: ada.id, status: 'inactive' });
  const bob = await api.createAgent('Bob');
  await db.pool.query(`update agents set token_expires_at = now() - interval '1 day' where id = $1`, [
    bob.id,
  ]);
  const { page } = await person('owner');
  const { page: member } = await person('member');
  await page.goto(`${team.path}/board`);
  await pressPair(page, 'g', 'n');
  await expect(page).toHaveURL(/\/attention$/);
  await expectCount(page, 2);
  const notice = page.getByRole('region', { name: 'No agent can work' });
  await expect(notice.getByRole('link')).toHaveText(['Connect an agent', 'Open agents']);
  await expect(groupOf(page, 'Agents and integrations')).toContainText('Its token has expired. Rotate it.');
  await expectAccessible(page);
  await member.goto(`${team.path}/attention`);
  await expect(member.getByRole('region', { name: 'No agent can work' })).toContainText(
    'An admin of the team',
  );
  await groupOf(page, 'Agents and integrations').getByRole('link', { name: 'Rotate token' }).click();
  await expect(page).toHaveURL(new RegExp(`/agents/${bob.id}\\?new=token$`));
  const dialog = page.getByRole('dialog', { name: 'Rotate the token of Bob?' });
  await expect(dialog).toContainText('has expired');
  await expect(dialog.getByLabel('The previous token')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Rotate token' }).click();
  await expect(page.getByRole('dialog')).toContainText('CREWBOARD_TOKEN');
  await expect(member.getByRole('region', { name: 'No agent can work' })).toHaveCount(0);
});

test('names agents that fail, keys about to expire and disabled webhooks, until that is over', async ({
  person,
  team,
  api,
  db,
}) => {
  const ada = await api.createAgent('Ada');
  const task = await api.createTask({ title: 'Convert the handbook' });
  const adas = api.as(ada.token);
  const fail = async () => {
    const { attempt } = await adas.tasks.claim({ taskId: task.id });
    await adas.tasks.fail({ taskId: task.id, attempt, reason: 'The file is broken', retryAfterSeconds: 0 });
  };
  for (let failures = 0; failures < 3; failures += 1) await fail();
  const { id: webhookId } = await api.webhooks.create({
    ...{ teamId: team.id, url: 'https://hooks.example.com/secret', eventTypes: ['*'] },
  });
  await db.pool.query(
    `update webhooks set enabled = false, disabled_reason = 'failing', disabled_at = now(), subscribed_since = null where id = $1`,
    [webhookId],
  );
  await db.pool.query(
    `update api_keys set expires_at = now() + interval '5 days' + interval '1 hour' where team_id = $1`,
    [team.id],
  );
  const { page } = await person('owner');
  const { page: member } = await person('member');
  for (const each of [page, member]) await each.goto(`${team.path}/attention`);
  const things = groupOf(page, 'Agents and integrations').getByRole('listitem');
  const thing = (text: string) => things.filter({ hasText: text });
  const failing = thing('The last 3 attempts of this agent failed: “Convert the handbook”.');
  await expect(failing).toContainText('Ada');
  await expect(failing).toContainText('Last reason: “The file is broken”');
  await expect(thing('API key, expires in 6 days.')).toHaveCount(1);
  await expect(thing('because its deliveries failed.')).toContainText('hooks.example.com');
  await expect(thing('secret')).toHaveCount(0);
  await expectAccessible(page);
  // Keys and webhooks are those of admins and owners.
  await expect(groupOf(member, 'Agents and integrations').getByRole('listitem')).toHaveText([
    /^Ada.*attempts of this agent failed/,
  ]);
  await expect(things.getByRole('link', { name: /^Open/ })).toHaveText([
    'Open agent',
    'Open API keys',
    'Open webhook',
  ]);

  await test.step('the page of the agent has the reasons, with links to the tasks', async () => {
    await member.goto(`${team.path}/agents/${ada.id}`);
    const warning = member.getByRole('alert').filter({ hasText: 'The last 3 attempts failed' });
    await expect(warning.getByRole('listitem')).toHaveText([
      ...[1, 2, 3].map(() => /^Convert the handbook: “The file is broken”/),
    ]);
    await expectAccessible(member);
    await warning.getByRole('link').first().click();
    await expect(panelOf(member)).toContainText('Convert the handbook');
    await member.goBack();
    await expect(warning).toBeVisible();
  });

  await test.step('a paused agent is not listed, since it gets no task', async () => {
    await failing.getByRole('button', { name: 'Pause agent: Ada' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause Ada?' });
    await dialog.getByLabel('Reason').fill('It reads a broken file');
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(failing).toHaveCount(0);
    await api.agents.resume({ agentId: ada.id });
    await expect(failing).toHaveCount(1);
  });

  await adas.tasks.claim({ taskId: task.id });
  await adas.tasks.complete({ taskId: task.id });
  await expect(thing('attempts of this agent failed')).toHaveCount(0);
  await thing('hooks.example.com').getByRole('link', { name: 'Open webhook' }).click();
  await expect(page).toHaveURL(new RegExp(`/webhooks/${webhookId}$`));
});

test('replaces a token that is about to expire with an overlap, by one that is not about to expire', async ({
  person,
  team,
  api,
}) => {
  const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const ada = await api.agents.create({ teamId: team.id, name: 'Ada', expiresAt });
  const { page } = await person('owner');
  await page.goto(`${team.path}/attention`);
  const things = groupOf(page, 'Agents and integrations');
  await expect(things).toContainText('Its token expires in 5 days. Rotate it with an overlap.');
  await things.getByRole('link', { name: 'Rotate token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate the token of Ada?' });
  await expect(dialog.getByLabel('The previous token')).toHaveValue('86400');
  await expect(dialog.getByLabel('The new token expires')).toHaveValue('30');
  await expect(dialog).toContainText('The previous token was valid for 5 days.');
  await dialog.getByRole('button', { name: 'Rotate token' }).click();
  await expect(page.getByRole('dialog')).toContainText('CREWBOARD_TOKEN');
  expect(await api.as(ada.token).tryToken()).toBe(200);
  await page.goto(`${team.path}/attention`);
  await expect(page.getByText('Nothing waits for a person.')).toBeVisible();
});
