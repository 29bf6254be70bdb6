import { expectAccessible } from '../fixtures/axe.ts';
import { expect } from '../fixtures/test.ts';
import { actOnEndpoint } from '../fixtures/webhook-pages.ts';
import { test } from '../fixtures/with-receiver.ts';

const held = 'Deliveries are held until an operator of this installation resumes them.';

test('says that nothing is sent while deliveries are held', async ({ person, team, receiver, endpoint }) => {
  const { id } = await endpoint();
  const { page } = await person('admin');
  // The hold is that of the installation, which all tests share.
  const answer = (procedure: RegExp, data: unknown) =>
    page.route(procedure, (route) => route.fulfill({ json: { result: { data } } }));
  await answer(/webhooks\.hold/, { reason: 'server' });
  await answer(/webhooks\.test/, {});
  await answer(/webhooks\.recover/, { since: new Date().toISOString() });
  const toast = (title: string) => page.getByRole('alert').filter({ hasText: title });

  await page.goto(`${team.path}/webhooks/${id}`);
  await expect(page.getByText('Deliveries are held', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(toast('Test not sent yet')).toContainText(held);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Recover…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Recover', exact: true }).click();
  await expect(toast('Not sent yet').filter({ hasNotText: 'Test' })).toContainText(held);
  await expect(toast('On its way')).toHaveCount(0);

  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await expect(page.getByText('Deliveries are held', { exact: true })).toBeVisible();
  await actOnEndpoint(page, `${receiver.host}/hook`, 'Send test');
  await expect(toast('Test not sent yet')).toContainText(held);
});
