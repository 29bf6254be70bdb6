// The reference: node:http and pg on the lean tables, one statement for each request, without authentication, validation
// and limits.
import { createServer, type IncomingMessage } from 'node:http';
import { newId } from '@crewboard/db';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

/** A change of a task with its event. `$1` is the agent. */
const withEvent = (type: string, change: string): string => `
  with task as (${change} returning *),
  event as (
    insert into lean.events (task_id, type, actor_id, created_at) select id, '${type}', $1, now() from task
  )
  select * from task`;

const claimed = `
  status = 'in_progress', assigned_agent_id = $1, attempt = attempt + 1, version = version + 1, updated_at = now()`;

const statements = {
  get: 'select * from lean.tasks where id = $1',
  list: `
    select * from lean.tasks where team_id = $1 and status = $2 order by created_at desc, id desc limit $3`,
  create: withEvent(
    'task.created',
    `insert into lean.tasks
       (id, team_id, project_id, title, status, priority, created_at, updated_at, attempt, version)
     values ($2, $3, $4, $5, 'todo', 'normal', now(), now(), 0, 1)`,
  ),
  claim: withEvent(
    'task.claimed',
    `update lean.tasks set ${claimed} where id = $2 and status = 'todo' and assigned_agent_id is null`,
  ),
  complete: withEvent(
    'task.completed',
    `update lean.tasks set status = 'done', result = $3, version = version + 1, updated_at = now()
     where id = $2 and status = 'in_progress' and assigned_agent_id = $1`,
  ),
  // The oldest task of any priority: the index of the list has that order, and one more index would not be lean.
  'claim-next': withEvent(
    'task.claimed',
    `update lean.tasks set ${claimed} where id = (
       select id from lean.tasks where team_id = $2 and status = 'todo' and assigned_agent_id is null
       order by created_at, id limit 1 for no key update skip locked)`,
  ),
};

async function query(name: keyof typeof statements, values: unknown[]): Promise<pg.QueryResultRow[]> {
  return (await pool.query({ name, text: statements[name], values })).rows;
}

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}

async function respond(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const [, , resource, id, verb, next] = pathname.split('/');
  if (request.method === 'GET') {
    if (resource === 'tasks') return (await query('get', [id]))[0];
    return query('list', [id, searchParams.get('status'), searchParams.get('limit')]);
  }
  const agentId = request.headers['x-agent'];
  const body = await readBody(request);
  if (next === 'claim-next') return (await query('claim-next', [agentId, id]))[0];
  if (resource === 'teams')
    return (await query('create', [agentId, newId(), id, body.projectId, body.title]))[0];
  if (verb === 'claim') return (await query('claim', [agentId, id]))[0];
  return (await query('complete', [agentId, id, body.result]))[0];
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
