import { readFile } from 'node:fs/promises';
import type { Event } from '@crewboard/contracts';
import type { Page } from '@playwright/test';
import { exportOf, insertEvents, openAudit } from '../fixtures/audit.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { expect, type Team, test } from '../fixtures/test.ts';

const FORMULA = '=HYPERLINK("http://evil")';

/** The file that a click on this format saves. */
async function download(page: Page, format: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const saved = page.waitForEvent('download');
  await pressMenuItem(page.getByRole('menuitem', { name: format }));
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const eventsIn = (lines: string): Event[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('exports exactly the filtered events, without formulas', async ({ person, team, api, db }) => {
  const agent = await api.createAgent('Ada');
  await api.createTask({ title: FORMULA });
  await api.createHeldTask(agent, { title: 'Two lines, "quoted"' });
  const { page } = await person('admin');
  await openAudit(page, team, db, '?type=task.created');

  const json = await download(page, 'JSON Lines');
  expect(json.name).toMatch(/^crewboard-audit-\d{4}-\d\d-\d\d\.jsonl$/);
  const events = eventsIn(json.text);
  expect(events.map(({ type, snapshot }) => [type, snapshot.title])).toEqual([
    ['task.created', 'Two lines, "quoted"'],
    ['task.created', FORMULA],
  ]);

  const csv = await download(page, 'CSV');
  expect(csv.name).toMatch(/^crewboard-audit-\d{4}-\d\d-\d\d\.csv$/);
  const columns = 'time,id,type,subject_type,subject_id,subject,actor_kind,actor_id,actor,request_id,changes';
  const toLine = (...cells: unknown[]) => cells.map((cell) => `"${cell}"`).join(',');
  const lineOf = ({ createdAt, id, type, subject, actor, requestId }: Event, title: string) =>
    toLine(createdAt, id, type, 'task', subject.id, title, 'key', actor.id, 'First key', requestId, '');
  const [second, first] = events;
  if (!first || !second) throw new Error('Both tasks are in the export');
  expect(csv.text.split('\r\n')).toEqual([
    toLine(...columns.split(',')),
    lineOf(second, 'Two lines, ""quoted""'),
    lineOf(first, `'=HYPERLINK(""http://evil"")`),
    '',
  ]);
});

test('sends an export as a file that is neither cached nor sniffed', async ({ person, team }) => {
  const { context } = await person('owner');
  const response = await context.request.get(exportOf(team, 'format=csv'));
  expect(response.headers()).toMatchObject({
    'content-type': expect.stringContaining('text/csv'),
    'content-disposition': expect.stringMatching(/^attachment; filename="crewboard-audit-[\d-]+\.csv"$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect((await context.request.get(exportOf(team, 'format=xlsx'))).status()).toBe(400);
});

test('rejects an export of another team, from another site or without a session', async ({
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

test('exports all of 20,000 events', async ({ person, team, db }) => {
  const { context } = await person('owner');
  await insertEvents(team, db, 20_000);
  const read = async (search: string) =>
    (await context.request.get(exportOf(team, `format=jsonl&${search}`), { timeout: 60_000 })).text();
  await expect.poll(() => read('id=task-20000')).toContain('Task 20000');
  const titles = eventsIn(await read('type=task.created')).map(({ snapshot }) => snapshot.title);
  expect([titles.length, new Set(titles).size]).toEqual([20_000, 20_000]);
});
