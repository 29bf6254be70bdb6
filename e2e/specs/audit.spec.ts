import { readFile } from 'node:fs/promises';
import type { Event } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { choose } from '../fixtures/choose.ts';
import { expect, type Team, test } from '../fixtures/test.ts';

const FORMULA = '=HYPERLINK("http://evil")';

const rowOf = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('row').filter({ hasText: words });
const exportOf = (team: Team, search: string): string => `${team.path}/audit/export?${search}`;

/** Opens the audit until it shows this: an event is shown once every transaction before it has ended. */
async function openAudit(page: Page, path: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(shown.first()).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** The file that a click on this format saves. */
async function download(page: Page, format: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).press('Enter');
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const eventsIn = (lines: string): Event[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('an admin sees what happened over REST and in the browser, the newest first', async ({
  person,
  team,
  api,
}) => {
  const { page } = await person('admin');
  const agent = await api.createAgent('Ada');
  await api.createHeldTask(agent, { title: 'Fix the login' });
  await page.goto(`${team.path}/settings/projects`);
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Website');
  await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page).toHaveURL(`${team.path}/audit`);
  await expect(page).toHaveTitle(/^Audit · Harbour/);
  await openAudit(page, `${team.path}/audit`, rowOf(page, 'Website'));
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(
    /Person The admin.*created the project “Website”.*project\.created/,
  );
  await expect(rows.nth(2)).toContainText(/Agent Ada.*claimed “Fix the login”.*task\.claimed/);
  await expect(rows.nth(3)).toContainText(/API key First key.*created “Fix the login”.*task\.created/);
});

test('filters narrow, stand in the URL and can be cleared', async ({ person, team, api }) => {
  const agent = await api.createAgent('Ada');
  await api.createHeldTask(agent, { title: 'Fix the login' });
  await api.createTask({ title: 'Untouched' });
  const { page } = await person('owner');
  await openAudit(page, `${team.path}/audit`, rowOf(page, 'created “Untouched”'));

  await choose(page, page.getByRole('combobox', { name: 'Actor' }), 'Ada');
  await expect(page).toHaveURL(new RegExp(`\\?actor=${agent.id}$`));
  await expect(rowOf(page, 'Untouched')).toBeHidden();
  await expect(rowOf(page, 'Ada')).toHaveCount(1);
  await page.goBack();
  await expect(rowOf(page, 'created “Untouched”')).toBeVisible();

  await choose(page, page.getByRole('combobox', { name: 'Subject type' }), 'Tasks');
  await choose(page, page.getByRole('combobox', { name: 'Event type' }), 'Task created');
  await choose(page, page.getByRole('combobox', { name: 'Time' }), 'Last hour');
  await expect(page).toHaveURL(/\?type=task\.created&subject=task&time=1h$/);
  await expect(page.getByRole('cell', { name: 'task.created' })).toHaveCount(2);
  await expect(page.getByRole('cell', { name: /agent\.|claimed/ })).toHaveCount(0);

  await page.getByRole('button', { name: '“Untouched”', exact: true }).click();
  await expect(rowOf(page, 'Fix the login')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('cell', { name: 'task.created' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Only “Untouched”' }).click();
  await expect(rowOf(page, 'Fix the login')).toBeVisible();

  await page.goto(`${team.path}/audit?to=2020-01-01T00:00Z&type=nonsense`);
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2100-01-01T00:00');
  await page.getByLabel('To', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\?to=2100-01-01T00%3A00%3A00\.000Z$/);
  await expect(rowOf(page, 'created “Untouched”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL(/\/audit$/);
});

test('a row opens by keyboard to the whole event', async ({ person, team, api }) => {
  const { id } = await api.createTask({ title: 'Old title' });
  await api.ask('PATCH', `/api/tasks/${id}`, { title: 'New title', priority: 'high' });
  const { page } = await person('admin');
  const toggle = page.getByRole('button', { name: /^The whole event: First key changed/ });
  await openAudit(page, `${team.path}/audit`, toggle);
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const changes = page.getByRole('table', { name: 'What changed' });
  await expect(changes.getByRole('row', { name: 'title' })).toContainText('Old titleNew title');
  await expect(changes.getByRole('row', { name: 'priority' })).toContainText('normalhigh');
  const json = await page.getByRole('region', { name: 'The event as JSON' }).locator('pre').textContent();
  const event: Event = JSON.parse(json ?? '');
  expect(event).toMatchObject({ type: 'task.updated', subject: { id }, snapshot: { title: 'New title' } });
  for (const name of ['Event', 'Task', 'Actor', 'Request']) {
    await expect(page.getByRole('button', { name: `Copy: ${name} id` })).toBeVisible();
  }
  await expect(page.getByText(event.requestId ?? 'none', { exact: true })).toBeVisible();
  await toggle.press('Enter');
  await expect(changes).toBeHidden();
});

test('an assignment names both agents, in its line and in what changed', async ({ person, team, api }) => {
  const [ada, bob] = [await api.createAgent('Ada'), await api.createAgent('Bob')];
  const { id } = await api.createHeldTask(ada, { title: 'Handed over' });
  const path = `/api/tasks/${id}`;
  await api.ask('PATCH', path, { assignedAgentId: bob.id });
  await api.ask('PATCH', path, { assignedAgentId: null, title: 'Given back' });
  const { page } = await person('admin');
  const last = rowOf(page, 'of “Given back”');
  await openAudit(page, `${team.path}/audit`, last);
  await expect(rowOf(page, 'changed the assignee of “Handed over” from Ada to Bob')).toHaveCount(1);
  await expect(last).toContainText('(assignee from Bob to nobody)');
  await page
    .getByRole('button', { name: /^The whole event: .* changed the assignee of “Handed over”/ })
    .click();
  const changes = page.getByRole('table', { name: 'What changed' });
  await expect(changes.getByRole('row', { name: 'assignedAgentId' })).toContainText(
    `Ada ${ada.id}Bob ${bob.id}`,
  );
});

test('a person who was added is named with the role', async ({ person, team, account }) => {
  const { name } = await account('viewer');
  const { page } = await person('admin');
  await openAudit(page, `${team.path}/audit?type=member.added`, rowOf(page, `added “${name}” as viewer`));
});

test('newer events are announced, and shown when the reader asks for them', async ({ person, team, api }) => {
  await api.createTask({ title: 'Shown at first' });
  const { page } = await person('admin');
  const shown = rowOf(page, 'created “Shown at first”');
  await openAudit(page, `${team.path}/audit?type=task.created`, shown);
  await expect(page.getByText(/^\d+ new events?$/)).toHaveCount(0);
  const { id } = await api.createTask({ title: 'Came later' });
  await expect(page.getByText('1 new event', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'There are new events.' })).toBeAttached();
  await api.moveTask(id, 'done');
  await api.createTask({ title: 'Came last' });
  await expect(page.getByText('2 new events', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Came')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rowOf(page, 'Came')).toHaveCount(2);
  await expect(page.getByText(/^\d+ new events?$/)).toHaveCount(0);
});

test('older events come page by page', async ({ person, team, db }) => {
  await insertEvents(team, db, 120);
  const { page } = await person('admin');
  const cells = page.getByRole('cell', { name: 'task.created' });
  await openAudit(page, `${team.path}/audit?type=task.created`, cells);
  await expect(cells).toHaveCount(50);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cells).toHaveCount(100);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cells).toHaveCount(120);
  await expect(page.getByText('120 events, and nothing before')).toBeVisible();
});

test('an export holds exactly the events under the filters, and no formula', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  await api.createTask({ title: FORMULA });
  await api.createHeldTask(agent, { title: 'Two\nlines, "quoted"' });
  const { page } = await person('admin');
  await openAudit(page, `${team.path}/audit?type=task.created`, rowOf(page, 'quoted'));

  const json = await download(page, 'JSON Lines');
  expect(json.name).toMatch(/^crewboard-audit-\d{4}-\d\d-\d\d\.jsonl$/);
  const events = eventsIn(json.text);
  expect(events.map(({ type, snapshot }) => [type, snapshot.title])).toEqual([
    ['task.created', 'Two\nlines, "quoted"'],
    ['task.created', FORMULA],
  ]);

  const csv = await download(page, 'CSV');
  expect(csv.name).toMatch(/^crewboard-audit-\d{4}-\d\d-\d\d\.csv$/);
  const columns = 'time,id,type,subject_type,subject_id,subject,actor_kind,actor_id,actor,request_id,changes';
  const lineOf = ({ createdAt, id, type, subject, actor, requestId }: Event, title: string) =>
    `${createdAt},${id},${type},task,${subject.id},${title},key,${actor.id},First key,${requestId},`;
  const [second, first] = events;
  if (!first || !second) throw new Error('Both tasks are in the export');
  expect(csv.text.split('\r\n')).toEqual([
    columns,
    lineOf(second, '"Two\nlines, ""quoted"""'),
    lineOf(first, `"'=HYPERLINK(""http://evil"")"`),
    '',
  ]);
});

test('the answer to an export is a file that is kept nowhere and guessed to be nothing else', async ({
  person,
  team,
}) => {
  const { context } = await person('owner');
  const answer = await context.request.get(exportOf(team, 'format=csv'));
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringContaining('text/csv'),
    'content-disposition': expect.stringMatching(/^attachment; filename="crewboard-audit-[\d-]+\.csv"$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect((await context.request.get(exportOf(team, 'format=xlsx'))).status()).toBe(400);
});

for (const role of ['member', 'viewer'] as const) {
  test(`a ${role} finds no audit, and is refused the export`, async ({ person, team }) => {
    const { page, context } = await person(role);
    await page.goto(`${team.path}/board`);
    await expect(page.getByRole('link', { name: 'Agents' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
    expect((await page.goto(`${team.path}/audit`))?.status()).toBe(404);
    await expect(page.getByText('An admin role is needed')).toBeVisible();
    await expect(page.getByText(`Your role (${role}) does not allow this page.`)).toBeVisible();
    await expectAccessible(page);
    expect((await context.request.get(exportOf(team, 'format=jsonl'))).status()).toBe(403);
  });
}

test('no export for another team, another site or a session that is no more', async ({
  person,
  team,
  otherTeam,
  db,
}) => {
  const { context, userId } = await person('owner');
  const status = async (of: Team, headers: Record<string, string> = {}) =>
    (await context.request.get(exportOf(of, 'format=csv'), { headers })).status();
  expect(await status(team)).toBe(200);
  expect(await status(otherTeam)).toBe(404);
  expect(await status(team, { 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  await db.pool.query('update sessions set revoked_at = now() where user_id = $1', [userId]);
  expect(await status(team)).toBe(401);
});

test('20,000 events are exported whole', async ({ person, team, db }) => {
  test.slow();
  const { context } = await person('owner');
  await insertEvents(team, db, 20_000);
  const read = async (search: string) =>
    (await context.request.get(exportOf(team, `format=jsonl&${search}`), { timeout: 60_000 })).text();
  await expect.poll(() => read('id=task-20000')).toContain('Task 20000');
  const titles = eventsIn(await read('type=task.created')).map(({ snapshot }) => snapshot.title);
  expect([titles.length, new Set(titles).size]).toEqual([20_000, 20_000]);
});

test('axe finds nothing grave on the audit, and nothing stands beyond the edge of a small screen', async ({
  person,
  team,
  api,
}) => {
  const task = await api.createTask({ title: `A long title ${'without-a-space'.repeat(8)}` });
  await api.ask('PATCH', `/api/tasks/${task.id}`, { priority: 'high' });
  const { page } = await person('admin');
  const toggle = page.getByRole('button', { name: /^The whole event.*changed the priority/ });
  await openAudit(page, `${team.path}/audit?id=${task.id}`, toggle);
  await toggle.click();
  await expect(page.getByRole('table', { name: 'What changed' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  const overflow = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(overflow).toBe(0);
  await page.goto(`${team.path}/audit?type=agent.created`);
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await expectAccessible(page);
});

const MOST_AT_ONCE = 5_000;

/** Puts events into the log as if that many tasks had been created; a bit at a time, for others wait for each bit. */
async function insertEvents(team: Team, db: Database, count: number): Promise<void> {
  for (let first = 1; first <= count; first += MOST_AT_ONCE) {
    await db.pool.query(
      `insert into events (team_id, type, subject_type, subject_id, actor_kind, snapshot)
       select $1, 'task.created', 'task', 'task-' || number, 'system',
         jsonb_build_object('id', 'task-' || number, 'title', 'Task ' || number)
       from generate_series($2::int, $3::int) as number`,
      [team.id, first, Math.min(count, first + MOST_AT_ONCE - 1)],
    );
  }
}
