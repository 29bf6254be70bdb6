import type { Task } from '@crewboard/contracts';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { AppError } from '../errors.ts';
import { runnerOf } from '../trpc/router.ts';
import { type McpCall, read } from './call.ts';

const listTasks = runnerOf('tasks.list');
const getTask = runnerOf('tasks.get');

/** A client reads every page of a list, for a person to choose from: there is one page. */
const maxListed = 100;
const prefix = 'crewboard://tasks/';
const mimeType = 'application/json';

export const taskTemplate = {
  uriTemplate: `${prefix}{id}`,
  name: 'task',
  description: 'A task as JSON.',
  mimeType,
};

/** The newest 100 tasks of the team; others are read by their URI. Throws errors of the catalog. */
export async function listTaskResources(call: McpCall, cursor: string | undefined) {
  if (cursor !== undefined) throw new AppError('INVALID_CURSOR', 'The list of resources has one page.');
  const { output } = await read(call, listTasks, { teamId: call.caller.actor.teamId, limit: maxListed });
  const resources = (output as Task[]).map(({ id, title }) => ({ uri: prefix + id, name: title, mimeType }));
  return { resources };
}

/** One task with all fields that are not null. Throws ResourceNotFoundError for a URI that names no task. */
export async function readTaskResource(call: McpCall, uri: string) {
  if (!uri.startsWith(prefix)) throw new ResourceNotFoundError(uri);
  const { output } = await read(call, getTask, { taskId: uri.slice(prefix.length) });
  const fields = Object.entries(output as Task).filter(([, value]) => value !== null);
  return { contents: [{ uri, mimeType, text: JSON.stringify(Object.fromEntries(fields)) }] };
}
