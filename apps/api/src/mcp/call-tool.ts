import { defaultLimit, errorCatalog } from '@crewboard/contracts';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type AppError, invalid, toAppError } from '../errors.ts';
import type { RequestPlace } from '../features/verb-context.ts';
import { waiter } from '../http/request-place.ts';
import { contextOf, type McpCall } from './call.ts';
import type { Tool } from './tools.ts';

/** How often a waiting client hears that its request is alive. */
const progressIntervalMs = 5_000;

/** Tells a client that gave a progress token how long its request has waited, from the beginning of the wait on. */
class WaitProgress {
  readonly #mcp: ServerContext['mcpReq'];
  readonly #waitSeconds: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(mcp: ServerContext['mcpReq'], waitSeconds: number) {
    this.#mcp = mcp;
    this.#waitSeconds = waitSeconds;
  }

  begin(): void {
    if (this.#timer || this.#mcp._meta?.progressToken === undefined) return;
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
      message: 'Waiting for a task',
    };
    // The client may have left.
    this.#mcp.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }
}

/**
 * Text for clients that read no structured content. The protocol asks for the same JSON (Tools, Structured Content).
 */
const resultOf = (structuredContent: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
});

/** An error that the model can act on: its code, what happened and what to do. */
function errorResultOf(error: AppError, requestId: string): CallToolResult {
  const { code, message, holder, retryAfterS, status } = error;
  // The detail of an invalid input already says what each field must be.
  const remedy = code === 'VALIDATION_ERROR' ? undefined : errorCatalog[code].remedy;
  const told = {
    code,
    detail: message,
    remedy,
    ...holder,
    ...(retryAfterS !== undefined && { retryAfterS }),
    // For the operator, whose log has it.
    ...(status >= 500 && { requestId }),
  };
  return { content: [{ type: 'text', text: JSON.stringify(told) }], isError: true };
}

/** Over REST an id is in the path, so that it is never missing and a malformed one is a 404, as it stays here. */
function assertIds({ ids }: Tool, args: Record<string, unknown>): void {
  const missing = ids.filter((name) => typeof args[name] !== 'string');
  if (missing.length > 0) throw invalid(missing.map((path) => ({ path, message: 'is required, a string' })));
}

/** Runs the operation of a tool. Never throws: errors are results, so that the model reads them. */
export async function callTool(
  call: McpCall,
  tool: Tool,
  mcp: ServerContext['mcpReq'],
): Promise<CallToolResult> {
  const { request, caller, args } = call;
  request.called = tool.called;
  try {
    assertIds(tool, args);
    const { output, nextCursor } = await runTool(call, tool, mcp, {
      ...(tool.hasTeam && { teamId: caller.actor.teamId }),
      // Over REST a whole list is sent while it is read.
      ...(tool.operation.paging === 'whole' && { limit: defaultLimit }),
      ...args,
    });
    return resultOf(tool.toResult(output, nextCursor));
  } catch (thrown) {
    const error = toAppError(thrown);
    request.errorCode = error.code;
    if (error.status >= 500)
      request.log.error({ err: error.cause ?? error, code: error.code }, error.message);
    return errorResultOf(error, request.id);
  }
}

async function runTool(
  call: McpCall,
  { operation, run }: Tool,
  mcp: ServerContext['mcpReq'],
  fields: Record<string, unknown>,
) {
  const ctx = contextOf(call);
  const waitSeconds =
    operation.rest.waitField === undefined ? undefined : Number(fields[operation.rest.waitField]);
  if (!waitSeconds) return { output: await run({ ctx, input: fields }), nextCursor: ctx.response.nextCursor };
  const progress = new WaitProgress(mcp, waitSeconds);
  const { place, signal } = waiter(call.services, { ...call, fields });
  ctx.place = withProgress(place, progress, call.args);
  try {
    const output = await call.whileRunning((cancelled) =>
      run({ ctx, input: fields, signal: AbortSignal.any([signal, mcp.signal, cancelled]) }),
    );
    return { output, nextCursor: undefined };
  } finally {
    progress.end();
  }
}

/** Drops the arguments as well, and reports progress, when the verb begins to wait. */
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
