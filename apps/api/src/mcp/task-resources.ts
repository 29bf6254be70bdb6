import type { Task } from '@crewboard/contracts';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { runnerOf } from '../trpc/router.ts';
import { type McpCall, read } from './call.ts';

const listTasks = runnerOf('tasks.list');
const getTask = runnerOf('tasks.get');

const maxListed = 50;
const prefix = 'crewboard://tasks/';
const mimeType = 'application/json';

export const taskTemplate = {
  uriTemplate: `${prefix}{id}`,
  name: 'task',
  description: 'A task as JSON.',
  mimeType,
};

/** The newest tasks of the team, in pages of 50. Throws errors of the catalog. */
export async function listTaskResources(call: McpCall, cursor: string | undefined) {
  const { teamId } = call.caller.actor;
  const page = { limit: maxListed, ...(cursor !== undefined && { cursor }) };
  const { output, nextCursor } = await read(call, listTasks, { teamId, ...page });
  const resources = (output as Task[]).map(({ id, title }) => ({ uri: prefix + id, name: title, mimeType }));
  return { resources, ...(nextCursor !== undefined && { nextCursor }) };
}

/** One task with all fields that are not null. Throws ResourceNotFoundError for a URI that names no task. */
export async function readTaskResource(call: McpCall, uri: string) {
  if (!uri.startsWith(prefix)) throw new ResourceNotFoundError(uri);
  const { output } = await read(call, getTask, { taskId: uri.slice(prefix.length) });
  const fields = Object.entries(output as Task).filter(([, value]) => value !== null);
  return { contents: [{ uri, mimeType, text: JSON.stringify(Object.fromEntries(fields)) }] };
}
