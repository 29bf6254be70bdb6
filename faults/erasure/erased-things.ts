import { signWebToken } from '@crewboard/app-secret';
import { newId } from '@crewboard/db';
import { createClient } from '@crewboard/sdk';
import { createUser } from '../../apps/api/src/features/accounts/create-user.ts';
import { eraseAccountAsOperator } from '../../apps/api/src/features/accounts/erase-account.ts';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { deleteTeamAsOperator } from '../../apps/api/src/features/teams/delete-team.ts';
import { HttpClient } from '../abuse/support/http-client.ts';
import type { Receiver } from '../webhooks/support/receiver.ts';
import { runConcurrently, waitUntil } from '../webhooks/support/wait.ts';
import type { ErasingService } from './erasing-service.ts';

export type Size = { changes: number; tasks: number; deletedTasks: number };

/** What is erased: a person in a team that stays, tasks and a project of it, and another team. */
export type ErasedThings = {
  /** The team that stays. */
  teamId: string;
  apiKey: string;
  userId: string;
  projectId: string;
  erasedTeamId: string;
  /** What no table may contain afterwards. */
  words: string[];
};

const tasksPerCall = 50;
const agentCount = 8;
/** Large enough for `task_texts` to have the text. */
const descriptionPadding = 'x'.repeat(3_000);
/** A delivery keeps only the first KiB of a response. */
const responseLength = 900;
/** So many of the pauses of an agent are followed by a call whose response is kept. */
const keptResponsesPerAgent = 10;

/** Fills the tables through the API. The receiver returns what it is sent, which deliveries keep. */
export async function createThings(
  service: ErasingService,
  receiver: Receiver,
  size: Size,
): Promise<{ things: ErasedThings; erase: () => Promise<void> }> {
  receiver.respond = (response, { body }) => void response.writeHead(500).end(body.slice(-responseLength));
  const { db, appSecret } = service;
  const [url = ''] = service.urls;
  const [name, secret] = [`Quintessa ${crypto.randomUUID()}`, `secret ${crypto.randomUUID()}`];
  const [email, erasedName] = [`${crypto.randomUUID()}@crewboard.test`, `Harbour ${crypto.randomUUID()}`];
  const [team, erased] = [
    await createTeam({ ctx: { db }, input: { name: 'Stays' } }),
    await createTeam({ ctx: { db }, input: { name: erasedName } }),
  ];
  const { teamId } = team;
  const http = new HttpClient({ url });
  const signIn = async (person: { email: string; name: string; role: 'owner' | 'admin' }) => {
    const { userId } = await createUser({
      ctx: { db },
      input: { ...person, teamId, password: crypto.randomUUID() },
    });
    const sessionId = newId();
    await db.pool.query(
      `insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [sessionId, userId],
    );
    const mutate = async (procedure: string, body: object) => {
      const token = await signWebToken(appSecret, { session: sessionId, team: teamId });
      return http.requestJson({ method: 'POST', path: `/trpc/${procedure}`, token, body });
    };
    return { userId, mutate };
  };
  const owner = await signIn({ email: `owner-${newId()}@crewboard.test`, name: 'Owner', role: 'owner' });
  const person = await signIn({ email, name, role: 'admin' });

  const clientOf = ({ apiKey }: { apiKey: string }) => createClient({ url, token: apiKey });
  const client = clientOf(team);
  await client.webhooks.create({ teamId, url: `${receiver.url}/hook`, eventTypes: ['*'] });
  const createTasks = async (of: typeof team, projectId: string, count: number) => {
    const ids: string[] = [];
    while (ids.length < count) {
      const tasks = Array.from({ length: Math.min(tasksPerCall, count - ids.length) }, () => ({
        ...{ title: `A ${secret}`, projectId, description: `${secret} ${descriptionPadding}` },
      }));
      ids.push(...(await clientOf(of).tasks.createMany({ teamId: of.teamId, tasks })).map(({ id }) => id));
    }
    const comment = (taskId: string) => () =>
      clientOf(of).comments.create({ taskId, body: `Of the ${secret}` });
    await runConcurrently(ids.slice(0, tasksPerCall).map(comment));
    return ids;
  };
  await createTasks(erased, erased.projectId, size.tasks);
  // As 7 days later, when a deleted team is removed: the responses to these calls are kept for 24 hours.
  await db.pool.query('delete from idempotency_keys');
  const project = await client.projects.create({ teamId, name: `Project ${secret}`, instructions: secret });
  await createTasks(team, project.id, size.tasks);
  const deletedIds = await createTasks(team, team.projectId, size.deletedTasks);
  // Each event of a pause and of its end has the name of the person. Half of the changes are pauses.
  const pauses = Array.from({ length: agentCount }, (_, index) => async () => {
    const agent = await client.agents.create({ teamId, name: `Agent ${index + 1}` });
    for (let count = 0; count < size.changes / agentCount / 2; count += 1) {
      await person.mutate('agents.pause', { agentId: agent.id, reason: 'A pause' });
      // The response that the key keeps tells who has paused the agent.
      if (count < keptResponsesPerAgent) await client.agents.rotateToken({ agentId: agent.id });
      await person.mutate('agents.resume', { agentId: agent.id });
    }
  });
  await runConcurrently(pauses);
  await waitUntil('responses are kept with deliveries', async () => {
    const { rows } = await db.query<{ count: number }>(
      'select count(*)::int as count from webhook_deliveries where response is not null',
    );
    return (rows[0]?.count ?? 0) >= size.changes;
  });

  const erase = async () => {
    await runConcurrently(
      deletedIds.map((taskId) => async () => {
        await client.tasks.move({ taskId, status: 'cancelled' });
        await owner.mutate('tasks.delete', { taskId });
      }),
    );
    await client.projects.archive({ projectId: project.id });
    await eraseAccountAsOperator(db, { id: person.userId });
    await deleteTeamAsOperator(db, erased.teamId);
    // As if 7 days had passed.
    await service.owner.query('update team_deletions set gone_at = clock_timestamp()');
    await owner.mutate('projects.delete', { projectId: project.id });
    http.close();
  };
  const things = { teamId, apiKey: team.apiKey, userId: person.userId, projectId: project.id };
  return {
    things: { ...things, erasedTeamId: erased.teamId, words: [name, email, secret, erasedName] },
    erase,
  };
}
