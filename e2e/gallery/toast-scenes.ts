import type { Page } from '@playwright/test';
import type { Places, Scene } from './scene.ts';
import { button, cancelOrReopen, inDialog, inOrder, press, testHeld } from './steps.ts';

const changedTask = ({ team, changedTask }: Places) => `${team}/board/tasks/${changedTask}`;

/** Cancels and reopens it, so that three toasts are shown. */
const changeThrice = inOrder(cancelOrReopen, cancelOrReopen, cancelOrReopen);
const newest = (page: Page) => page.getByRole('group').filter({ hasText: 'Undo' }).last();

/** Messages about what a person did. */
export const toastScenes: Scene[] = [
  { name: 'toasts', path: changedTask, act: changeThrice, narrowest: true },
  { name: 'toasts-spread', path: changedTask, act: inOrder(changeThrice, (page) => newest(page).hover()) },
  {
    name: 'toasts-over-dialog',
    path: changedTask,
    act: inOrder(changeThrice, press('Escape', 'c'), (page) => page.getByRole('dialog').waitFor()),
  },
  { name: 'webhook-test-held', path: ({ team }) => `${team}/webhooks`, act: testHeld },
  {
    name: 'member-removed',
    path: ({ team }) => `${team}/settings/members`,
    // A fake response: the other pictures show the member.
    act: async (page) => {
      const json = { result: { data: { userId: 'nobody' } } };
      await page.route(/members\.remove/, (route) => route.fulfill({ json }));
      await button('Remove Björn Lindqvist')(page);
      await inDialog('Remove member')(page);
      await page.getByText('Removed “Björn Lindqvist”').first().waitFor();
    },
  },
];
