import { createUser } from '../../apps/api/src/features/accounts/create-user.ts';
import { HttpClient } from '../abuse/support/http-client.ts';
import { CookieJar, signInToWeb } from '../abuse/support/web-sign-in.ts';
import type { World } from '../webhooks/support/world.ts';
import type { LoadRequest } from './load.ts';

/** Reads a task and creates one. */
export async function requestsToApi({ client, team }: World): Promise<(() => LoadRequest)[]> {
  const { id } = await client.createTask();
  const headers = { Authorization: `Bearer ${team.apiKey}` };
  return [
    () => ({ method: 'GET', path: `/api/tasks/${id}`, headers, expected: 200 }),
    () => ({
      method: 'POST',
      path: `/api/teams/${team.teamId}/tasks`,
      headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
      body: { title: 'During a restart', projectId: team.projectId },
      expected: 201,
    }),
  ];
}

/** As the browser of a person: loads the board, and reads and changes it over tRPC. */
export async function requestsToWeb({ db, team }: World, url: string): Promise<(() => LoadRequest)[]> {
  const person = { email: 'ada@crewboard.test', password: crypto.randomUUID() };
  const { teamId, projectId } = team;
  await createUser({ ctx: { db }, input: { ...person, teamId, name: 'Ada', role: 'member' } });
  const client = new HttpClient({ url });
  const jar = new CookieJar();
  const outcome = await signInToWeb({ client, webUrl: url, ...person, jar });
  client.close();
  if (outcome !== 'in') throw new Error(`The sign-in ended with: ${outcome}`);
  const headers = { Cookie: jar.header, Origin: url, 'x-crewboard-team': teamId };
  const input = encodeURIComponent(JSON.stringify({ teamId, status: 'todo', limit: 50 }));
  return [
    () => ({ method: 'GET', path: `/t/${teamId}/board`, headers, expected: 200 }),
    () => ({ method: 'GET', path: `/api/trpc/board.column?input=${input}`, headers, expected: 200 }),
    () => ({
      method: 'POST',
      path: '/api/trpc/tasks.create',
      headers,
      body: { teamId, title: 'During a restart', projectId },
      expected: 200,
    }),
  ];
}
