import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { useReceivers } from '../support/receiver.ts';
import { createWebhook, eventually, useWorkers } from '../support/webhooks.ts';
import type { Fields } from './support/release-client.ts';

// During an upgrade the programs of the release before read what those of the new one write.

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

it('passes on an event of a type, a set of fields and a field that a later release has added', async () => {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created', 'task.completed'] });
  startWorker();
  const taskId = await api().createTask(team);
  await api().owner.query(
    `insert into events (team_id, type, subject_type, subject_id, actor_kind, actor_id, field_set, snapshot)
     select team_id, type.name, subject_type, subject_id, actor_kind, actor_id, 99, snapshot || '{"later": 1}'
     from events, (values ('task.later'), ('task.completed')) as type (name) where subject_id = $1`,
    [taskId],
  );
  // A list ends where a transaction is open, which may be one of another test.
  const events = await eventually(
    async () => {
      const path = `/api/tasks/${taskId}/events`;
      const { status, body } = await api().request('GET', path, { token: team.apiKey });
      expect(status).toBe(200);
      return body as Fields[];
    },
    ({ length }) => length >= 3,
  );
  expect(events.map(({ type }) => type).sort()).toEqual(['task.completed', 'task.created', 'task.later']);
  expect(events.filter(({ snapshot }) => 'later' in (snapshot as object))).toHaveLength(2);
  const received = await receiver.until((all) => all.some(({ json }) => json.type === 'task.completed'));
  expect(received.map(({ json }) => json.type)).not.toContain('task.later');
});
