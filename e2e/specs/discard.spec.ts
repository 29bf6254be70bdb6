import type { Page } from '@playwright/test';
import { expectAccessibleDialog } from '../fixtures/axe.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { expect, test } from '../fixtures/test.ts';

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Discard what you have typed?' });

test('asks before a changed form is discarded, and closes an unchanged one at once', async ({
  person,
  team,
}) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/board`);
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  const opener = page.getByRole('button', { name: 'New agent' }).first();
  const form = page.getByRole('dialog', { name: 'New agent' });
  const name = form.getByLabel('Name');
  const description = form.getByLabel('Description');
  const question = questionOf(page);
  const keep = question.getByRole('button', { name: 'Keep editing' });

  await test.step('closes it unchanged, also after the text was removed again', async () => {
    await opener.click();
    await expect(name).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await opener.click();
    await name.fill('Ada');
    await name.clear();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toBeHidden();
    await expect(question).toBeHidden();
  });

  await test.step('asks on Escape, and a second Escape returns to the field', async () => {
    await opener.click();
    await name.fill('Ada');
    await description.fill('Runs on the build server');
    await page.keyboard.press('Escape');
    await expect(keep).toBeFocused();
    await expectAccessibleDialog(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(description).toBeFocused();
    await expect(description).toHaveValue('Runs on the build server');
  });

  for (const button of ['Close', 'Cancel']) {
    await test.step(`asks on ${button}, and “Keep editing” returns to the field`, async () => {
      await form.getByRole('button', { name: button }).click();
      await expect(keep).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(question).toBeHidden();
      await expect(description).toBeFocused();
    });
  }

  await test.step('asks before a reload, and stays', async () => {
    const asked = page.waitForEvent('dialog');
    const reload = page.evaluate(() => window.location.reload());
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reload;
    await expect(name).toHaveValue('Ada');
  });

  await test.step('asks on Back, and “Keep editing” returns to the field', async () => {
    await page.evaluate(() => window.history.back());
    await expect(keep).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(name).toHaveValue('Ada');
    await expect(page).toHaveURL(/agents$/);
  });

  await test.step('does not discard on a double click on Cancel, nor on a click beside the dialog', async () => {
    await page.mouse.click(5, 5);
    await expect(question).toBeHidden();
    await form.getByRole('button', { name: 'Cancel' }).dblclick();
    await expect(question).toBeVisible();
    await expect(name).toHaveValue('Ada');
  });

  await test.step('discards with the keyboard, and returns the focus to the opener', async () => {
    await expect(keep).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Discard' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(name).toHaveValue('');
  });

  await test.step('goes back with nothing to lose', async () => {
    await page.evaluate(() => window.history.back());
    await expect(page).toHaveURL(/board$/);
  });
});

interface Form {
  /** The links that lead to its page from the page of the form before. */
  links: string[];
  open: (page: Page) => Promise<void>;
  field: string;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const inMenu = (button: string | RegExp, item: string) => async (page: Page) => {
  await press(button)(page);
  await pressMenuItem(page.getByRole('menuitem', { name: item }));
};

const forms: Record<string, Form> = {
  'the reason of a pause': { links: [], open: press('Pause all agents'), field: 'Reason' },
  'the reason of a release': { links: [], open: press('Release…'), field: 'Reason (optional)' },
  'a project': {
    links: ['Settings'],
    open: press('Edit General'),
    field: 'Description',
  },
  'an agent': {
    links: ['Agents'],
    open: inMenu('Actions for Ada', 'Edit'),
    field: 'Name',
  },
  'a team': {
    links: [],
    open: inMenu(/Harbour/, 'Create a team'),
    field: 'Name of the team',
  },
  'an API key': {
    links: ['Settings', 'API keys'],
    open: press('New API key'),
    field: 'Name',
  },
  'a webhook': { links: ['Webhooks'], open: press('New endpoint'), field: 'URL' },
  'an invitation': {
    links: ['Settings', 'Members'],
    open: press('Invite people'),
    field: 'People',
  },
};

test('asks in every dialog with a form that has no draft', async ({ person, team, api, db }) => {
  await api.createAgent('Ada');
  const held = await api.createHeldTask(await api.createAgent('Grace'), { title: 'Held' });
  const { page, userId } = await person('owner');
  await db.pool.query('update users set is_operator = true where id = $1', [userId]);
  await page.goto(`${team.path}/board/tasks/${held.id}`);
  for (const [title, { links, open, field }] of Object.entries(forms)) {
    await test.step(`asks in the form of ${title}`, async () => {
      for (const name of links) await page.getByRole('link', { name, exact: true }).click();
      await open(page);
      const text = page.getByRole('dialog').getByLabel(field, { exact: true });
      await text.fill('12');
      await page.keyboard.press('Escape');
      await expect(questionOf(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(questionOf(page)).toBeHidden();
      await expect(text).toBeFocused();
      await expect(text).toHaveValue('12');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await questionOf(page).getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
});
