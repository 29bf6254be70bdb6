import type { Database } from '@crewboard/db';
import { openAudit } from '../fixtures/audit.ts';
import { expect, type Team, test } from '../fixtures/test.ts';

const sentence = 'Older history was removed on March 12, 2027';

/** As the removal of events leaves it: see apps/api/test/log/event-retention.http.test.ts. */
const recordRemoval = (team: Team, db: Database, subjectId: string) =>
  db.pool.query(
    `insert into removed_history (team_id, subject_id, removed_at, last_event_at)
     values ($1, $2, '2027-03-12T10:00:00Z', now() - interval '100 days')`,
    [team.id, subjectId],
  );

test('says where older history was removed: of a task, and at the end of the audit', async ({
  person,
  team,
  api,
  db,
}) => {
  const { id: old } = await api.createTask({ title: 'Old' });
  const { id: young } = await api.createTask({ title: 'Young' });
  for (const subjectId of ['', old]) await recordRemoval(team, db, subjectId);
  const { page } = await person('admin');
  const activity = page.getByRole('region', { name: 'Activity' });

  await page.goto(`${team.path}/board/tasks/${old}`);
  await expect(activity.getByText(sentence)).toBeVisible();
  await page.goto(`${team.path}/board/tasks/${young}`);
  await expect(activity.getByRole('listitem')).not.toHaveCount(0);
  await expect(activity.getByText(sentence)).toBeHidden();

  await openAudit(page, team, db);
  await expect(page.getByText(`. ${sentence}`)).toBeVisible();
  await openAudit(page, team, db, '?time=7d');
  await expect(page.getByText('and nothing earlier')).toBeVisible();

  await test.step('does not say that nothing has happened where all events were removed', async () => {
    for (const table of ['events', 'removed_history'])
      await db.pool.query(`delete from ${table} where team_id = $1`, [team.id]);
    await page.goto(`${team.path}/audit`);
    await expect(page.getByText('Nothing has happened yet')).toBeVisible();
    await recordRemoval(team, db, '');
    await page.reload();
    await expect(page.getByText('No events are left')).toBeVisible();
    await expect(page.getByText(`${sentence}. `)).toBeVisible();
  });
});
