import type { Task } from '@crewboard/contracts';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { AppError } from '../errors.ts';
import { serializePage } from '../serialize-page.ts';
import { getOperationRunner } from '../trpc/router.ts';
import { type McpCall, maxItemsBytes, runOperation } from './mcp-call.ts';
import { namePeople } from './name-people.ts';
import { taskWithCuts } from './tool-result.ts';

const listTasks = getOperationRunner('tasks.list');
const getTask = getOperationRunner('tasks.get');

/** The list has one page, because clients read all pages and show them to a person to choose from. */
const maxListed = 100;
const prefix = 'crewboard://tasks/';
const mimeType = 'application/json';

export const taskTemplate = {
  uriTemplate: `${prefix}{id}`,
  name: 'task',
  description: 'A task as JSON.',
  mimeType,
};

/**
 * The newest tasks of the team, at most 100 and 256 KiB; others are read by their URI. Throws errors of the catalog.
 */
export async function listTaskResources(call: McpCall, cursor: string | undefined) {
  if (cursor !== undefined) throw new AppError('INVALID_CURSOR', 'The list of resources has one page.');
  const input = { teamId: call.caller.actor.teamId, limit: maxListed };
  const tasks = (await runOperation(call, listTasks, input)) as Task[];
  const items = tasks.map(({ id, title }) => ({ uri: prefix + id, name: title, mimeType }));
  // `serializePage` ends a page early only with a cursor for the next one. These cursors are not used.
  const cursors = { nextCursor: null, cursorAt: String };
  const { count } = await serializePage({ items, ...cursors, maxBytes: maxItemsBytes });
  return { resources: items.slice(0, count) };
}

/**
 * A task with all fields that are not null; long texts are cut as in the result of a tool. Throws ResourceNotFoundError
 * for the URI of something else, and NOT_FOUND.
 */
export async function readTaskResource(call: McpCall, uri: string) {
  if (!uri.startsWith(prefix)) throw new ResourceNotFoundError(uri);
  const task = await namePeople(
    call,
    await runOperation(call, getTask, { taskId: uri.slice(prefix.length) }),
  );
  return { contents: [{ uri, mimeType, text: JSON.stringify(taskWithCuts(task as Task)) }] };
}
