import type { Database } from '@crewboard/db';
import type { Locator, Page } from '@playwright/test';
import { holdRequests } from '../fixtures/held-requests.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { expect, type Team, test } from '../fixtures/test.ts';
import { toastOf } from '../fixtures/toast.ts';

/** Makes the person an operator and fills the form for the team Lighthouse. */
async function fillNewTeam(
  page: Page,
  { userId, team, db }: { userId: string; team: Team; db: Database },
): Promise<Locator> {
  await db.pool.query('update users set is_operator = true where id = $1', [userId]);
  await page.goto(`${team.path}/agents`);
  await page.getByRole('button', { name: /Harbour/ }).click();
  await pressMenuItem(page.getByRole('menuitem', { name: 'Create a team' }));
  const form = page.getByRole('dialog');
  await form.getByLabel('Name of the team').fill('Lighthouse');
  return form;
}

test('lets an operator create a team, own it, and switch between teams', async ({ person, team, db }) => {
  const { page, userId } = await person('viewer');
  const form = await fillNewTeam(page, { userId, team, db });
  await form.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByRole('button', { name: /Lighthouse/ })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(team.path));
  const { rows } = await db.pool.query(
    'select role, name from members join teams on teams.id = team_id where user_id = $1 order by name',
    [userId],
  );
  expect(rows).toEqual([
    { name: 'Harbour', role: 'viewer' },
    { name: 'Lighthouse', role: 'owner' },
  ]);
  await page.getByRole('button', { name: /Lighthouse/ }).click();
  await pressMenuItem(page.getByRole('menuitem', { name: /Harbour/ }));
  await expect(page).toHaveURL(new RegExp(team.path));
});

test('stays on the page when the dialog of a new team is closed before the response', async ({
  person,
  team,
  db,
}) => {
  const { page, userId } = await person('viewer');
  const form = await fillNewTeam(page, { userId, team, db });
  const request = await holdRequests(page, /teams\.create/);
  await form.getByRole('button', { name: 'Create team' }).click();
  await request.arrived;
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  request.send();
  await expect(toastOf(page, '“Lighthouse” is now in your team menu.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${team.path}/agents`));
  await page.getByRole('button', { name: /Harbour/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Lighthouse' })).toBeVisible();
});

test('offers no new team to others', async ({ person, team, db }) => {
  const { page, userId } = await person('owner');
  await db.pool.query('update users set is_operator = false where id = $1', [userId]);
  await page.goto(`${team.path}/agents`);
  await page.getByRole('button', { name: /Harbour/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Harbour' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Create a team' })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: /Search tasks/ }).fill('a team');
  await expect(page.getByRole('button', { name: 'Create a team' })).toBeHidden();
});
