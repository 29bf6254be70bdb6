import {
  defaultLimit,
  type HeldTask,
  type Task,
  type TaskInContext,
  type TaskNotices,
} from '@crewboard/contracts';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type AppError, invalid, toAppError } from '../errors.ts';
import type { RequestPlace } from '../features/verb-context.ts';
import { recordError } from '../http/errors/problem.ts';
import { createRequestPlace } from '../http/request-place.ts';
import { selectFields } from '../http/response/response-fields.ts';
import { getOperationRunner } from '../trpc/router.ts';
import { escapeJson } from './cut-texts.ts';
import { contextOf, type McpCall, maxItemsBytes, runOperation } from './mcp-call.ts';
import { namePeople } from './name-people.ts';
import { largeResultOf, smallResultOf } from './tool-result.ts';
import { toolWording } from './tool-wording.ts';
import type { Tool } from './tools.ts';

const heartbeat = getOperationRunner('tasks.heartbeat');
const getTask = getOperationRunner('tasks.get');

/**
 * Calls a tool: runs its operation and makes its result. Never throws: errors are results, so that the model reads
 * them.
 */
export async function callTool(
  call: McpCall,
  tool: Tool,
  mcp: ServerContext['mcpReq'],
): Promise<CallToolResult> {
  const { request, args } = call;
  request.called = tool.called;
  let notices: TaskNotices = {};
  try {
    assertIds(tool, args);
    const textOffset = takeTextOffset(tool, args);
    notices = await extendLease(call, tool);
    const { complete } = args as { complete?: { taskId?: unknown } };
    // Kept here, because a call that waits empties `args`.
    const completedId = complete?.taskId;
    const { output: whole, response } = await runTool(call, tool, mcp);
    const unread = await omitReadInstructions(call, whole as TaskInContext | undefined, completedId);
    const output = await namePeople(call, selectFields(unread, tool.fields));
    const maxBytes = maxItemsBytes - bytesOf(notices);
    const result = tool.isLarge
      ? await largeResultOf(tool, { output, response, args, textOffset, maxBytes }, call)
      : smallResultOf(output);
    return withNotices(result, notices);
  } catch (thrown) {
    const error = toAppError(thrown);
    recordError(request, error);
    return withNotices(errorResultOf(error, request.id), notices);
  }
}

async function runTool(call: McpCall, tool: Tool, mcp: ServerContext['mcpReq']) {
  const { operation, run } = tool;
  const fields = inputOf(tool, call);
  const ctx = contextOf(call);
  const { response } = ctx;
  const waitSeconds =
    operation.rest.waitField === undefined ? undefined : Number(fields[operation.rest.waitField]);
  if (!waitSeconds) return { output: await run({ ctx, input: fields }), response };
  const progress = new WaitProgress(call, mcp, waitSeconds);
  const { place, signal } = createRequestPlace(call.services, { ...call, fields });
  // The result of a query repeats its arguments, in the call that returns the rest of a cut text.
  const argsToFree = operation.type === 'query' ? {} : call.args;
  ctx.place = withProgress(place, progress, argsToFree);
  try {
    const output = await call.whileRunning((cancelled) =>
      run({ ctx, input: fields, signal: AbortSignal.any([signal, mcp.signal, cancelled]) }),
    );
    return { output, response };
  } finally {
    progress.end();
  }
}

/** When the verb begins to wait, also empties `args`, which frees their memory, and begins to report progress. */
const withProgress = (
  place: RequestPlace,
  progress: WaitProgress,
  args: Record<string, unknown>,
): RequestPlace => ({
  leave() {
    place.leave();
    for (const name of Object.keys(args)) delete args[name];
    progress.begin();
  },
  enter: () => place.enter(),
});

/** The input of the operation, from the arguments of the tool. */
function inputOf(tool: Tool, { args, caller }: McpCall): Record<string, unknown> {
  // Null declines the default of the tool: the operation gets no value.
  const isOmitted = ([name, value]: [string, unknown]) => name in tool.defaults && value === null;
  const given = Object.entries({ ...tool.defaults, ...args }).filter((entry) => !isOmitted(entry));
  return {
    ...(tool.hasTeam && { teamId: caller.actor.teamId }),
    // REST sends these lists whole; a message is bounded, so a tool sends pages.
    ...(tool.operation.paging === 'onRequest' && { limit: defaultLimit }),
    ...Object.fromEntries(given),
    ...tool.fixed,
  };
}

/**
 * Throws VALIDATION_ERROR for missing ids, which REST always has in the path. Leaves malformed ids to the operation,
 * which rejects them with NOT_FOUND as over REST.
 */
function assertIds({ ids, needs }: Tool, args: Record<string, unknown>): void {
  const errors = [
    ...ids
      .filter((name) => typeof args[name] !== 'string')
      .map((path) => ({ path, message: 'is required, a string' })),
    ...needs.filter((name) => args[name] == null).map((path) => ({ path, message: 'is required' })),
  ];
  if (errors.length > 0) throw invalid(errors);
}

/** Removes `textOffset` from the arguments and returns it: it belongs to the tool, not to the operation. */
function takeTextOffset({ hasTextOffset }: Tool, args: Record<string, unknown>): number {
  const { textOffset = 0 } = args;
  if (!hasTextOffset) return 0;
  delete args.textOffset;
  if (Number.isSafeInteger(textOffset) && Number(textOffset) >= 0) return Number(textOffset);
  throw invalid([{ path: 'textOffset', message: 'must be a whole number from 0' }]);
}

/**
 * Sends a heartbeat with each call that names a task, because models forget to. Ignores its error: the caller may not
 * hold the task, and the call itself may still be valid. Returns the notices.
 */
async function extendLease(call: McpCall, { operation }: Tool): Promise<TaskNotices> {
  const { taskId, attempt } = call.args;
  if (call.caller.actor.kind !== 'agent' || typeof taskId !== 'string' || operation.id === 'tasks.heartbeat')
    return {};
  const input = { taskId, ...(attempt !== undefined && { attempt }) };
  const held = await runOperation(call, heartbeat, input).catch(() => undefined);
  return (held as HeldTask | undefined)?.notices ?? {};
}

/**
 * Saves tokens: leaves the instructions out of the next task if it has the project of the task that the call completes,
 * because the model has read them.
 */
async function omitReadInstructions(
  call: McpCall,
  output: TaskInContext | undefined,
  completedId: unknown,
): Promise<TaskInContext | undefined> {
  if (!output?.instructions || typeof completedId !== 'string') return output;
  const completed = (await runOperation(call, getTask, { taskId: completedId }).catch(() => undefined)) as
    | Task
    | undefined;
  return completed?.projectId === output.projectId ? { ...output, instructions: null } : output;
}

const formatNotices = (notices: TaskNotices) => JSON.stringify({ notices });

/** The part of the notices in a message. Twice escaped, 4 KiB of comments can take 28 KiB. */
const bytesOf = (notices: TaskNotices) => Buffer.byteLength(escapeJson(formatNotices(notices)));

/** Adds the notices to the result or the error of the call: a heartbeat gets each notice only once. */
const withNotices = (result: CallToolResult, notices: TaskNotices): CallToolResult =>
  Object.keys(notices).length === 0
    ? result
    : { ...result, content: [...result.content, { type: 'text', text: formatNotices(notices) }] };

/** The result of a failed call. It has all that a model needs to act on the error: its code, its cause and a remedy. */
function errorResultOf(error: AppError, requestId: string): CallToolResult {
  const { code, facts, retryAfterS, status } = error;
  const { detail, remedy } = error.inWords(toolWording);
  const problem = {
    code,
    detail,
    // For an invalid input the detail is enough: it says what each field must be.
    ...(code !== 'VALIDATION_ERROR' && { remedy }),
    ...facts,
    ...(retryAfterS !== undefined && { retryAfterS }),
    // For the operator, who finds it in the log.
    ...(status >= 500 && { requestId }),
  };
  return { content: [{ type: 'text', text: JSON.stringify(problem) }], isError: true };
}

const progressIntervalMs = 5_000;

/**
 * Reports every 5 s how long a request has waited, to clients that sent a progress token, so that they do not time out.
 */
class WaitProgress {
  readonly #call: McpCall;
  readonly #mcp: ServerContext['mcpReq'];
  readonly #waitSeconds: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(call: McpCall, mcp: ServerContext['mcpReq'], waitSeconds: number) {
    this.#call = call;
    this.#mcp = mcp;
    this.#waitSeconds = waitSeconds;
  }

  begin(): void {
    if (this.#timer || this.#mcp._meta?.progressToken === undefined) return;
    this.#call.reportsProgress = true;
    const startedAt = performance.now();
    const send = () => this.#send(Math.round((performance.now() - startedAt) / 1_000));
    this.#timer = setInterval(send, progressIntervalMs);
    send();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #send(seconds: number): void {
    const { progressToken } = this.#mcp._meta ?? {};
    if (progressToken === undefined) return;
    const params = {
      progressToken,
      progress: seconds,
      total: this.#waitSeconds,
      message: 'Waiting',
    };
    // Ignore the error of a client that has disconnected.
    this.#mcp.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }
}
