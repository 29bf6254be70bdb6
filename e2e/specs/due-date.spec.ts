import { cardOf } from '../fixtures/board.ts';
import { expect, test } from '../fixtures/test.ts';

test('shows due dates on cards, marks what is overdue, changes a date in the panel, and gives one to a new task', async ({
  person,
  team,
  api,
}) => {
  const task = await api.createTask({ title: 'Long overdue', dueDate: '2020-01-31' });
  const later = await api.createTask({ title: 'Far away', dueDate: '2099-12-31' });
  await api.createTask({ title: 'Whenever' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const panel = page.getByRole('complementary');
  const field = panel.getByLabel('Due date');
  const card = cardOf(page, 'Long overdue');

  await test.step('marks only what is overdue', async () => {
    await expect(card).toContainText('Overdue since Jan 31, 2020');
    await expect(cardOf(page, 'Far away')).toContainText('Due Dec 31, 2099');
    await expect(cardOf(page, 'Whenever')).not.toContainText(/Due|Overdue since/);
  });

  await test.step('keeps a date that was typed just before the panel is closed', async () => {
    await card.click();
    await expect(field).toHaveValue('2020-01-31');
    await field.fill('2099-06-15');
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(card).toContainText('Due Jun 15, 2099');
    await expect.poll(async () => (await api.tasks.get({ taskId: task.id })).dueDate).toBe('2099-06-15');
  });

  await test.step('removes the date, and tells of both changes', async () => {
    await card.click();
    await field.fill('');
    await field.blur();
    await expect(card).not.toContainText(/Due|Overdue since/);
    await expect(panel).toContainText('removed the due date');
    await expect(panel).toContainText('changed the due date from Jan 31, 2020 to Jun 15, 2099');
  });

  await test.step('saves no date that is being replaced, and shows the saved one in place of one that is none', async () => {
    await cardOf(page, 'Far away').click();
    await expect(field).toHaveValue('2099-12-31');
    // Within a second, as a person types them.
    await field.evaluate((input) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      for (const value of ['2099-12-30', '0002-12-30']) {
        set?.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await expect(field).toHaveValue('0002-12-30');
    await field.focus();
    await field.blur();
    await expect(field).toHaveValue('2099-12-31');
    await api.tasks.update({ taskId: later.id, dueDate: '2097-01-01' });
    await expect(field).toHaveValue('2097-01-01');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  const form = page.getByRole('dialog', { name: 'New task' });
  await test.step('keeps the date of a new task with its draft', async () => {
    await page.getByRole('button', { name: 'New task' }).first().click();
    await form.getByLabel('Title').fill('Renew the certificate');
    await form.getByLabel('Due date').fill('2099-06-15');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'New task' }).first().click();
    await expect(form.getByLabel('Due date')).toHaveValue('2099-06-15');
  });

  await test.step('creates the new task with it', async () => {
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(cardOf(page, 'Renew the certificate')).toContainText('Due Jun 15, 2099');
    const tasks = await api.tasks.list({ teamId: team.id });
    expect(tasks.find(({ title }) => title === 'Renew the certificate')?.dueDate).toBe('2099-06-15');
  });
});
