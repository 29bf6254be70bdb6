import { holdRequests } from '../fixtures/held-requests.ts';
import { closeMenu, pressMenuItem } from '../fixtures/menu.ts';
import { expect, test } from '../fixtures/test.ts';
import { toastOf } from '../fixtures/toast.ts';

test('lets operators alone create a team, which they own, and switch between teams', async ({
  person,
  team,
  db,
}) => {
  const { page, userId } = await person('viewer');
  await page.goto(`${team.path}/agents`);
  const form = page.getByRole('dialog');
  const openTeams = (name: string) => page.getByRole('button', { name: new RegExp(name) }).click();

  await test.step('offers no new team to others', async () => {
    await openTeams('Harbour');
    await expect(page.getByRole('menuitem', { name: 'Harbour' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Create a team' })).toBeHidden();
    await closeMenu(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /Search tasks/ }).fill('a team');
    await expect(page.getByText('No results for “a team”')).toBeVisible();
  });

  await db.pool.query('update users set is_operator = true where id = $1', [userId]);
  await page.reload();
  const fillNewTeam = async (name: string) => {
    await openTeams('Harbour');
    await pressMenuItem(page.getByRole('menuitem', { name: 'Create a team' }));
    await form.getByLabel('Name of the team').fill(name);
  };

  await test.step('stays on the page when the dialog is closed before the response', async () => {
    await fillNewTeam('Lighthouse');
    const request = await holdRequests(page, /teams\.create/);
    await form.getByRole('button', { name: 'Create team' }).click();
    await request.arrived;
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    request.send();
    await expect(toastOf(page, '“Lighthouse” is now in your team menu.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${team.path}/agents`));
    await openTeams('Harbour');
    await expect(page.getByRole('menuitem', { name: 'Lighthouse' })).toBeVisible();
    await closeMenu(page);
  });

  await test.step('goes to the new team, and back', async () => {
    await fillNewTeam('Breakwater');
    await form.getByRole('button', { name: 'Create team' }).click();
    await expect(page.getByRole('button', { name: /Breakwater/ })).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(team.path));
    const { rows } = await db.pool.query(
      'select role, name from members join teams on teams.id = team_id where user_id = $1 order by name',
      [userId],
    );
    expect(rows).toEqual([
      { name: 'Breakwater', role: 'owner' },
      { name: 'Harbour', role: 'viewer' },
      { name: 'Lighthouse', role: 'owner' },
    ]);
    await openTeams('Breakwater');
    await pressMenuItem(page.getByRole('menuitem', { name: /Harbour/ }));
    await expect(page).toHaveURL(new RegExp(team.path));
  });
});
