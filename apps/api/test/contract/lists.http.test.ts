import { beforeAll, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { named, operations } from '../support/operations.ts';
import { createPerson } from '../support/people.ts';
import { done } from '../support/tasks.ts';
import { createDelivery } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

// REST does not parse the lists that it sends (implement.ts): their fields are those of row definitions, checked here.

const api = useApi();
const lists = operations.filter(({ paging }) => paging);

let world: World;
/** The value of each path parameter. */
let ids: Record<string, string>;
beforeAll(async () => {
  world = await createWorld(api());
  const { team, ada } = world;
  const taskId = await api().createTask(team, { description: 'A description', priority: 'high' });
  await api().createComment(team, taskId);
  await createPerson(api(), team.teamId, 'member');
  const send = (verb: string, body: object) =>
    done(api().request('POST', `/api/tasks/${taskId}/${verb}`, { token: ada.token, body }));
  await send('claim', { leaseSeconds: 60 });
  await send('release', { reason: 'A reason' });
  await send('claim', {});
  await send('complete', { result: 'A result' });
  const { webhookId } = await createDelivery(api(), team);
  ids = { teamId: team.teamId, taskId, webhookId };
  await settle(api());
});

it.each(named(lists))(
  '$name responds with items of the contract and no other field',
  async ({ operation }) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
    for (const query of ['', '?limit=1']) {
      const reply = await api().request('GET', path + query, { token: world.team.apiKey });
      const items = expectBody(reply, 200, operation.output);
      expect(items).not.toEqual([]);
      // Parsing drops the unknown fields of an object that is not strict.
      expect(reply.body).toEqual(items);
    }
  },
);
