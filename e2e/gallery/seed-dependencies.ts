import type { TeamClient } from '../fixtures/team-client.ts';

/** A task between others in each state, one for which many wait, and two of which one waits for the other. */
export async function seedDependencies(client: TeamClient) {
  const { token } = await client.createAgent('Jules Okafor', 'Writes what people read');
  const figures = await client.createDoneTask({ token }, 'Done.', {
    title: 'Collect the figures of the quarter',
  });
  const terms = await client.createHeldTask({ token }, { title: 'Agree on the terms with the printers' });
  const cover = await client.createTask({
    title: 'Draw a cover that also works as a small picture, without any of the words on it',
  });
  await client.moveTask(cover.id, 'cancelled');
  const report = await client.createTask({
    title: 'Write the report of the quarter',
    description: 'Twelve pages at most. **The figures come first.**',
    priority: 'high',
    blockedBy: [figures.id, terms.id, cover.id],
  });
  const printed = await client.createTask({ title: 'Print the report', blockedBy: [report.id] });
  await client.createTask({ title: 'Send the report to the members', blockedBy: [report.id, printed.id] });
  await client.createTask({ title: 'Hand the printed report to the archive', blockedBy: [printed.id] });
  const opening = await client.createTask({ title: 'Open the new office' });
  for (let number = 1; number <= 24; number += 1)
    await client.createTask({
      title: `Move desk ${number}`,
      priority: 'low',
      blockedBy: [opening.id],
      ...(number % 9 === 0 && { dueDate: '2026-12-01' }),
    });
  const fair = await client.createTask({ title: 'Take part in the fair', priority: 'high' });
  const subTask = (title: string, fields: object = {}) => ({ title, parentId: fair.id, ...fields });
  await client.createDoneTask({ token }, 'Done.', subTask('Book the stand'));
  await client.createDoneTask({ token }, 'Done.', subTask('Order the tables and the chairs'));
  const stand = await client.createTask(
    subTask('Build a stand that two people can carry and set up in less than an hour, without any tools'),
  );
  await client.createHeldTask({ token }, subTask('Print the flyers'));
  const talk = await client.createTask(subTask('Give a talk'));
  await client.moveTask(talk.id, 'cancelled');
  await client.createDoneTask({ token }, 'Done.', { title: 'Draw the walls', parentId: stand.id });
  await client.createTask({ title: 'Find a carpenter', parentId: stand.id });
  return {
    ...{ waitingTask: report.id, blockingTask: opening.id },
    ...{ parentTask: fair.id, nestedTask: stand.id },
  };
}
