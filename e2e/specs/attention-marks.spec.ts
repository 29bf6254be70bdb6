import { passMonth } from '../fixtures/attention.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { cardOf } from '../fixtures/board.ts';
import { cardIn, panelOf } from '../fixtures/dependencies.ts';
import { claimWithLease } from '../fixtures/leases.ts';
import { expect, test } from '../fixtures/test.ts';

test('marks the card and says in the panel why a task does not move, and no longer once it does', async ({
  person,
  team,
  api,
  db,
}) => {
  const ada = await api.createAgent('Ada');
  const task = await api.createTask({ title: 'Water the plants' });
  const blocker = await api.createTask({ title: 'Order the paint' });
  const blocked = await api.createTask({ title: 'Paint the boat', blockedBy: [blocker.id] });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  const notice = panelOf(page).getByRole('region', { name: 'Who acts next' });
  const sentence = notice.getByRole('paragraph');
  const markOn = (title: string, mark: string) => cardOf(page, title).getByText(mark, { exact: true });

  await test.step('a task in the queue, until it is stale', async () => {
    await expect(sentence).toHaveText(/^In the queue for .+; stale on /);
    await passMonth(db, task.id);
    await expect(sentence).toHaveText('Stale for 23 days: nobody has claimed it from the queue.');
    await expect(markOn('Water the plants', 'Stale')).toBeVisible();
    await expect(
      cardOf(page, 'Water the plants').getByTitle(/^Nothing has happened for longer/),
    ).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a change of its title leaves the mark', async () => {
    await api.tasks.update({ taskId: task.id, title: 'Water all the plants' });
    await expect(markOn('Water all the plants', 'Stale')).toBeVisible();
  });

  await test.step('a claim takes the mark away, and names the holder', async () => {
    await claimWithLease(api, ada, task.id);
    await expect(sentence).toHaveText(/^Held by Ada for .+, lease until /);
    await expect(markOn('Water all the plants', 'Stale')).toHaveCount(0);
  });

  await test.step('a task that waits for another one, which is cancelled', async () => {
    await cardOf(page, 'Paint the boat').click();
    await expect(sentence).toHaveText('Waits for 1 task: Order the paint.');
    await expect(markOn('Paint the boat', 'Blocked')).toBeVisible();
    await api.moveTask(blocker.id, 'cancelled');
    await expect(sentence).toHaveText(
      'Waits for a task that is cancelled: Order the paint. Nobody works on it.',
    );
    await expect(markOn('Paint the boat', 'Blocker cancelled')).toBeVisible();
    await expect(markOn('Paint the boat', 'Blocked')).toHaveCount(0);
    await sentence.getByRole('link', { name: 'Order the paint' }).click();
    await expect(page).toHaveURL(new RegExp(`/tasks/${blocker.id}$`));
    await expect(sentence).toHaveCount(0);
    await api.moveTask(blocker.id, 'todo');
    await expect(markOn('Paint the boat', 'Blocked')).toBeVisible();
  });

  await test.step('what is paused, with Resume', async () => {
    await api.tasks.update({ taskId: blocked.id, blockedBy: [] });
    await api.projects.pause({ projectId: team.projectId, reason: 'The colour changes' });
    await cardIn(page, 'To do', 'Paint the boat').click();
    await expect(sentence).toHaveText(
      /^The project General has been paused for .+: “The colour changes” \(.+\)\. No agent starts the task\./,
    );
    await expect(markOn('Paint the boat', 'Project paused')).toBeVisible();
    await notice.getByRole('button', { name: 'Resume project: General' }).click();
    await expect(sentence).toHaveText(/^In the queue for /);
    await expect(markOn('Paint the boat', 'Project paused')).toHaveCount(0);
  });

  await test.step('an agent that cannot work, a person, and nobody', async () => {
    await api.tasks.update({ taskId: blocked.id, assignedAgentId: ada.id });
    await expect(sentence).toHaveText(/^Waits for Ada for /);
    await api.agents.update({ agentId: ada.id, status: 'inactive' });
    await expect(sentence).toHaveText(/^Assigned to Ada, which is inactive, for /);
    await expect(markOn('Paint the boat', 'Agent cannot work')).toBeVisible();
    await cardOf(page, 'Paint the boat').focus();
    await page.keyboard.press('i');
    await expect(sentence).toHaveText(/^Assigned to you for /);
    // It is shown before it is saved.
    await expect.poll(async () => (await api.getTask(blocked.id)).assignedMemberId).not.toBeNull();
    await expect(markOn('Paint the boat', 'Agent cannot work')).toHaveCount(0);
    await api.tasks.update({ taskId: blocked.id, assignedMemberId: null });
    await api.moveTask(blocked.id, 'in_progress');
    await expect(sentence).toHaveText(/^In progress for .+, and nobody is assigned\.$/);
    await expect(markOn('Paint the boat', 'Nobody is assigned')).toBeVisible();
  });
});

test('offers a task that waits for a time at once, at the request of a person', async ({
  person,
  team,
  api,
}) => {
  const ada = await api.createAgent('Ada');
  const task = await api.createTask({ title: 'Water the plants' });
  await claimWithLease(api, ada, task.id);
  await api.as(ada.token).tasks.fail({ taskId: task.id, reason: 'The can is empty' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  const notice = panelOf(page).getByRole('region', { name: 'Who acts next' });
  await expect(notice).toContainText(/^Waits until .+: no agent gets it before\./);
  await notice.getByRole('button', { name: 'Offer now: Water the plants' }).press('Enter');
  await expect(notice).toHaveText(/^In the queue for /);
  // The button is gone: Escape still closes the panel, and Tab goes on within it.
  await expect(panelOf(page)).toBeFocused();
  await expect.poll(async () => (await api.getTask(task.id)).notBefore).toBeNull();
});
