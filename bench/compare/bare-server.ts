// The reference: node:http and pg with the statements of commit 89273b2, without authentication, validation and limits.
// With MINIMAL, a claim and a completion are one update each, without an event.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { newId } from '@crewboard/db';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

type Reference = { text: string; uses?: number[] };

/** `uses`: the positions of its parameters among those of the full statement. */
const minimal: Record<string, Reference> = {
  'claim-task': {
    text: `
      update tasks set status = 'in_progress', in_queue = false, assigned_agent_id = $1, held_since = now(), attempt = attempt + 1
      where id = $2 and team_id = $3 and status = 'todo' and assigned_agent_id is null returning *`,
    uses: [0, 2, 3],
  },
  'complete-task': {
    text: `
      update tasks set status = 'done', in_queue = false, result = $2, completed_at = now(), held_since = null
      where id = $3 and team_id = $4 and status = 'in_progress' and assigned_agent_id = $1 returning *`,
    uses: [0, 1, 4, 5],
  },
  'claim-next-task': {
    text: `
      update tasks set status = 'in_progress', in_queue = false, assigned_agent_id = $2, held_since = now(), attempt = attempt + 1
      where id = (
        select id from tasks
        where team_id = $1 and assigned_agent_id is null and priority = 'high' and in_queue
        order by rank, created_at, id limit 1 for no key update skip locked)
      returning *`,
    uses: [1, 2],
  },
};

const names = ['get-task', 'list-tasks', 'claim-task', 'complete-task', 'claim-next-task', 'create-task'];

const readReference = (name: string): Reference => ({
  text: readFileSync(new URL(`./statements/${name}.sql`, import.meta.url), 'utf8'),
});

const references = Object.fromEntries(
  names.map((name) => [name, (process.env.MINIMAL && minimal[name]) || readReference(name)]),
);

async function query(name: string, values: unknown[]): Promise<pg.QueryResultRow[]> {
  const { text, uses } = references[name] as Reference;
  return (await pool.query({ name, text, values: uses?.map((index) => values[index]) ?? values })).rows;
}

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}

async function respond(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const [teamId, agentId] = String(request.headers['x-caller']).split(' ');
  const [, , resource, id, verb] = pathname.split('/');
  const requestId = newId();
  if (request.method === 'GET') {
    if (resource === 'tasks') return (await query('get-task', [id, teamId]))[0];
    return query('list-tasks', [teamId, Number(searchParams.get('limit')) + 1]);
  }
  const body = await readBody(request);
  if (pathname.endsWith('/claim-next')) {
    return (await query('claim-next-task', [null, teamId, agentId, null, 'agent', requestId]))[0];
  }
  if (resource === 'teams') {
    const values = [
      body.projectId,
      teamId,
      null,
      newId(),
      body.title,
      null,
      'normal',
      'agent',
      agentId,
      requestId,
    ];
    return (await query('create-task', values))[0];
  }
  const values =
    verb === 'claim'
      ? [agentId, null, id, teamId, null, 'agent', requestId]
      : [agentId, body.result ?? null, null, null, id, teamId, 'agent', requestId];
  return (await query(`${verb}-task`, values))[0];
}

createServer((request, response) => {
  respond(request).then(
    (result) => {
      response.writeHead(result ? 200 : 204, { 'Content-Type': 'application/json' });
      response.end(result && JSON.stringify(result));
    },
    (error) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
