import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { panelOf } from '../fixtures/dependencies.ts';
import { expect, test } from '../fixtures/test.ts';

const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index + 1} of the plan.`);
const description = [...paragraphs, 'At the end, [the runbook](https://example.com/runbook).'].join('\n\n');

const section = (page: Page) => panelOf(page).getByRole('region', { name: 'Description' });
const showAll = (page: Page) => section(page).getByRole('button', { name: 'Show all' });
const showLess = (page: Page) => section(page).getByRole('button', { name: 'Show less' });
const height = async (page: Page) => (await section(page).boundingBox())?.height ?? 0;

test('shows the beginning of a long description, and all of it on request, where it is found and on paper', async ({
  person,
  team,
  api,
}) => {
  const { id } = await api.createTask({ title: 'Long', description });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);
  await expect(showAll(page)).toBeVisible();
  expect(await height(page)).toBeLessThan(500);
  await expectAccessible(page);

  await test.step('prints all of it, and nothing beside its task', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(showAll(page)).toBeHidden();
    expect(await height(page)).toBeGreaterThan(1_000);
    // Nothing scrolls on paper: all of it is within the page.
    const end = await section(page).getByText('At the end, the runbook').boundingBox();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(
      end?.y ?? Infinity,
    );
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('region', { name: /^To do/ })).toBeHidden();
    await page.emulateMedia({ media: null });
    await expect(showAll(page)).toBeVisible();
  });

  await test.step('shows all of it once the search of the browser finds something of its rest', async () => {
    const last = section(page).getByText('Paragraph 40 of the plan.');
    // As the search scrolls to what it has found.
    await last.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(showLess(page)).toBeVisible();
    await expect(last).toBeInViewport();
  });

  await test.step('and once the Tab key reaches its rest', async () => {
    await showLess(page).click();
    await expect(showAll(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(section(page).getByRole('link', { name: 'the runbook' })).toBeFocused();
    await expect(showLess(page)).toBeVisible();
    await expect(section(page).getByRole('link', { name: 'the runbook' })).toBeInViewport();
    await showLess(page).press('Enter');
  });

  await test.step('with the keyboard, and the focus stays', async () => {
    await showAll(page).press('Enter');
    await expect(showLess(page)).toBeFocused();
    expect(await height(page)).toBeGreaterThan(1_000);
  });

  await test.step('stays whole through an edit here and another one elsewhere', async () => {
    await section(page).getByRole('button', { name: 'Edit' }).click();
    await section(page).getByRole('textbox').press('Control+Home');
    await page.keyboard.type('Begins here. ');
    await section(page).getByRole('button', { name: 'Save' }).click();
    await expect(section(page)).toContainText('Begins here. Paragraph 1');
    await expect(showLess(page)).toBeVisible();
    await api.tasks.update({ taskId: id, description: `${description}\n\nAdded elsewhere.` });
    await expect(section(page)).toContainText('Added elsewhere.');
    await expect(showLess(page)).toBeVisible();
  });

  await test.step('ends at its beginning again, with the button in view', async () => {
    await showLess(page).press('Enter');
    await expect(showAll(page)).toBeFocused();
    await expect(showAll(page)).toBeInViewport();
    expect(await height(page)).toBeLessThan(500);
  });

  await test.step('keeps the focus in the panel once the text is short, and its button gone', async () => {
    await api.tasks.update({ taskId: id, description: 'Hardly any words.' });
    await expect(section(page).getByRole('button', { name: /^Show/ })).toHaveCount(0);
    await expect(panelOf(page)).toBeFocused();
  });

  await test.step('leaves a description whole that is hardly longer', async () => {
    const short = await api.createTask({ title: 'Short', description: paragraphs.slice(0, 11).join('\n\n') });
    await page.goto(`${team.path}/board/tasks/${short.id}`);
    await expect(section(page)).toContainText('Paragraph 11');
    const whole = await section(page).boundingBox();
    const last = await section(page).getByText('Paragraph 11').boundingBox();
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(
      (whole?.y ?? 0) + (whole?.height ?? 0),
    );
    await expect(section(page).getByRole('button', { name: /^Show/ })).toHaveCount(0);
  });
});
