import type { Task } from '@crewboard/contracts';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { AppError } from '../errors.ts';
import { serializePage } from '../serialize-page.ts';
import { getOperationRunner } from '../trpc/router.ts';
import { type McpCall, runOperation } from './call.ts';
import { maxItemsBytes } from './message.ts';
import { namePeople } from './name-people.ts';
import { taskWithCuts } from './tool-result.ts';

const listTasks = getOperationRunner('tasks.list');
const getTask = getOperationRunner('tasks.get');

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

/** The newest tasks of the team, at most 100 and 256 KiB; others are read by their URI. Throws errors of the catalog. */
export async function listTaskResources(call: McpCall, cursor: string | undefined) {
  if (cursor !== undefined) throw new AppError('INVALID_CURSOR', 'The list of resources has one page.');
  const input = { teamId: call.caller.actor.teamId, limit: maxListed };
  const tasks = (await runOperation(call, listTasks, input)) as Task[];
  const items = tasks.map(({ id, title }) => ({ uri: prefix + id, name: title, mimeType }));
  // `serializePage` cuts only where a cursor tells how to continue. Nobody gets these: the list has one page.
  const cursors = { nextCursor: null, cursorAt: String };
  const { count } = await serializePage({ items, ...cursors, maxBytes: maxItemsBytes });
  return { resources: items.slice(0, count) };
}

/**
 * One task with all fields that are not null, and with cut texts as a tool returns it. Throws ResourceNotFoundError for
 * a URI that names no task.
 */
export async function readTaskResource(call: McpCall, uri: string) {
  if (!uri.startsWith(prefix)) throw new ResourceNotFoundError(uri);
  const task = await namePeople(
    call,
    await runOperation(call, getTask, { taskId: uri.slice(prefix.length) }),
  );
  return { contents: [{ uri, mimeType, text: JSON.stringify(taskWithCuts(task as Task)) }] };
}
