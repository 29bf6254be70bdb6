import type { Access, CallersOf, MemberRole, Operation } from '@crewboard/contracts';
import {
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
  type TRPCSubscriptionProcedure,
  tracked,
} from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { z } from 'zod';
import { assertAccess, assertTeam } from '../auth/access.ts';
import {
  type AgentActor,
  getShareOwnerId,
  type KeyActor,
  type MemberActor,
  type UserActor,
  type WebActor,
} from '../auth/actor.ts';
import { AppError } from '../errors.ts';
import type { VerbContext } from '../features/verb-context.ts';
import type { Context } from './context.ts';
import {
  baseProcedure,
  invalidInput,
  type Meta,
  notifyReaders,
  type RunOperation,
  type WrapVerb,
} from './init.ts';

type ActorByCaller = Record<MemberRole, MemberActor> & {
  agent: AgentActor;
  key: KeyActor;
  tasks_key: KeyActor;
  read_key: KeyActor;
  user: UserActor;
  web: WebActor;
};

/** The actor of an operation with this access; none if callers need no credential. */
type ActorOf<A extends Access> = A extends 'public' ? never : ActorByCaller[CallersOf<A>];

type InputOf<O extends Operation> = O extends { input: infer Input extends z.ZodType } ? Input : z.ZodVoid;

/** The function that carries out an operation. Its context has the actor kinds that the access admits. */
type Verb<O extends Operation> = (call: {
  ctx: VerbContext<ActorOf<O['access']>>;
  input: z.output<InputOf<O>>;
  /** Aborted when the client disconnects. */
  signal: AbortSignal | undefined;
}) => Promise<
  O['type'] extends 'subscription'
    ? AsyncIterable<z.output<O['output']> & { id: string }>
    : z.input<O['output']>
>;

type Types<O extends Operation, Output> = { meta: Meta; input: z.input<InputOf<O>>; output: Output };

type ProcedureOf<O extends Operation> = O['type'] extends 'query'
  ? TRPCQueryProcedure<Types<O, z.output<O['output']>>>
  : O['type'] extends 'mutation'
    ? TRPCMutationProcedure<Types<O, z.output<O['output']>>>
    : TRPCSubscriptionProcedure<Types<O, AsyncIterable<{ id: string; data: z.output<O['output']> }, void>>>;

type Area = Readonly<Record<string, Operation>>;

/**
 * Adds the parts that a request asked for (`include`) to the output, after the commit. An Idempotency-Key does not keep
 * them: a repeated request reads them again.
 */
type AddIncluded<O extends Operation> = (call: {
  ctx: VerbContext;
  input: z.output<InputOf<O>>;
  output: z.output<O['output']>;
}) => Promise<z.output<O['output']>>;

/**
 * Waits for the change that a request waits for, before the verb reads and before the request takes a share of the
 * reads of its team. REST and MCP only: tRPC has no requests that wait.
 */
type WaitFirst<O extends Operation> = (call: {
  ctx: VerbContext;
  input: z.output<InputOf<O>>;
  signal: AbortSignal | undefined;
}) => Promise<void>;

/** The functions that some operations of an area have beside their verb. */
type Extras<Operations extends Area> = {
  addIncluded?: { [Name in keyof Operations]?: AddIncluded<Operations[Name]> };
  waitFirst?: { [Name in keyof Operations]?: WaitFirst<Operations[Name]> };
};

/** The functions that carry out one operation, without their types. */
type Implementation = {
  verb: Verb<never>;
  addIncluded: AddIncluded<never> | undefined;
  waitFirst: WaitFirst<never> | undefined;
};

/**
 * Makes the tRPC procedures of one area from its operations and the verb of each. A procedure checks the access, parses
 * the input, runs the verb and parses its result. It throws only errors of the catalog.
 */
export function implement<Operations extends Area>(
  operations: Operations,
  verbs: { [Name in keyof Operations]: Verb<Operations[Name]> },
  { addIncluded = {}, waitFirst = {} }: Extras<Operations> = {},
) {
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      // Only the declared types are erased here: the parameter has checked each verb against its operation.
      toProcedure(operation, {
        verb: verbs[name] as Verb<never>,
        addIncluded: addIncluded[name] as AddIncluded<never> | undefined,
        waitFirst: waitFirst[name] as WaitFirst<never> | undefined,
      }),
    ]),
  ) as unknown as { [Name in keyof Operations]: ProcedureOf<Operations[Name]> };
}

/**
 * The procedure for tRPC, which has the same steps as `toRun`, as middleware and parsers: add a new step to both.
 * `baseProcedure` notifies the readers.
 */
function toProcedure(operation: Operation, implementation: Implementation) {
  const { verb, addIncluded } = implementation;
  const { type, input, output } = operation;
  const authorize = createAuthorize(operation);
  const authorized = baseProcedure
    .meta({ ...metaOf(operation), run: toRun(operation, authorize, implementation) })
    .use(async ({ ctx, next, getRawInput }) => {
      const authorized = authorize(ctx, checksTeam(operation) ? await getRawInput() : undefined);
      const call = async () => {
        const result = await next({ ctx: authorized });
        if (!result.ok || result.data === undefined || type === 'subscription') return result;
        return { ...result, data: await ctx.trpcResults?.add(operation, result.data, ctx.response) };
      };
      return operation.paging ? ctx.teamDatabases.makePage(getShareOwnerId(ctx.actor), call) : call();
    });
  // Without an input nothing reads the body, which the dashboard then leaves empty.
  const procedure = (input ? authorized.input(input) : authorized) as typeof authorized;
  if (type === 'subscription') return procedure.subscription(trackedStream(verb as never));
  const resolve = addIncluded
    ? async (call: { ctx: Context; input: unknown }) =>
        includeOrUndo(addIncluded, { ...call, output: await verb(call as never) })
    : verb;
  return procedure.output(output)[type](resolve as never);
}

/**
 * The function for REST and MCP, without tRPC: its middleware and second parse cost more than a small read. Does not
 * parse lists, which costs nearly as much as making their JSON: their items come from row definitions, and
 * contract/lists.http.test.ts parses each.
 */
function toRun(operation: Operation, authorize: Authorize, implementation: Implementation): RunOperation {
  const { verb, addIncluded, waitFirst } = implementation;
  const path = operation.rest?.path ?? '';
  return async ({ ctx, input, signal, wrapVerb }) => {
    Object.assign(ctx, authorize(ctx, input));
    const parsed = operation.input?.safeParse(input);
    if (parsed?.error) return reject(invalidInput(parsed.error, path), wrapVerb);
    const runVerb = async () => {
      const output = await verb({ ctx: ctx as never, input: parsed?.data as never, signal } as never);
      notifyReaders(operation.type, ctx);
      return operation.paging ? output : operation.output.parse(output);
    };
    await waitFirst?.({ ctx, input: parsed?.data, signal } as never);
    const output = await (wrapVerb ? wrapVerb(runVerb) : runVerb());
    return addIncluded ? includeOrUndo(addIncluded, { ctx, input: parsed?.data, output }) : output;
  };
}

/** Undoes a claim-next if the addition fails: the client gets an error, so it would not learn which task it holds. */
async function includeOrUndo(
  addIncluded: AddIncluded<never>,
  call: { ctx: Context; input: unknown; output: unknown },
) {
  try {
    return await addIncluded(call as never);
  } catch (error) {
    await call.ctx.response.undo?.().catch((cause) => {
      throw new AppError('UNAVAILABLE', 'A task may have been claimed for you: read which tasks you hold.', {
        cause,
      });
    });
    throw error;
  }
}

/**
 * Rejects an invalid input, unless its Idempotency-Key has a response to the same request: the input may have been
 * valid when the request was first sent, such as an `expiresAt` that has passed since.
 */
async function reject(invalid: AppError, wrapVerb: WrapVerb | undefined): Promise<unknown> {
  if (!wrapVerb) throw invalid;
  return wrapVerb(async () => {
    throw invalid;
  }).catch((error) => {
    throw error instanceof AppError && error.code === 'IDEMPOTENCY_KEY_REUSED' ? invalid : error;
  });
}

/** Adds the position to each message of a stream, from which a client that reconnects continues. */
const trackedStream =
  <Call, Message extends { id: string }>(verb: (call: Call) => Promise<AsyncIterable<Message>>) =>
  async (call: Call) =>
    track(await verb(call));

async function* track<Message extends { id: string }>(messages: AsyncIterable<Message>) {
  for await (const { id, ...message } of messages) yield tracked(id, message);
}

/** These actors have no team of their own, so the team in the input is not checked. */
const teamlessAccess: readonly Access[] = ['public', 'signedOut', 'signedIn'];

/**
 * Whether the team in the input must be the caller's. Over REST a `teamId` that is not in the path is an unknown field.
 */
const checksTeam = ({ access, rest }: Operation): boolean =>
  !teamlessAccess.includes(access) && (!rest || rest.path.includes('{teamId}'));

/** Returns the actor and the database for the context of a call. Throws if the caller may not call the operation. */
type Authorize = (ctx: Context, input: unknown) => Partial<Context>;

/**
 * Checks the caller before the input is parsed, so that errors of the input reveal nothing to a caller without access.
 */
function createAuthorize(operation: Operation): Authorize {
  const { access } = operation;
  if (access === 'public') return () => ({});
  const hasTeam = checksTeam(operation);
  return (ctx, input) => {
    const { actor } = ctx;
    if (!actor) throw new AppError('UNAUTHENTICATED', 'Send the header Authorization: Bearer <token>.');
    assertAccess(actor, access);
    if (hasTeam) assertTeam(actor, teamIdIn(input));
    const owner = getShareOwnerId(actor);
    const { teamDatabases } = ctx;
    const db = operation.type === 'mutation' ? teamDatabases.of(owner) : teamDatabases.readerOf(owner);
    return { actor, db } as Partial<Context>;
  };
}

function teamIdIn(input: unknown): unknown {
  return input !== null && typeof input === 'object' && 'teamId' in input ? input.teamId : undefined;
}

/** The description of the REST route, from which trpc-to-openapi generates the OpenAPI document. */
function metaOf({ operationId, rest }: Operation): OpenApiMeta {
  if (!rest) return {};
  const { tag, method, path, summary, description } = rest;
  return {
    openapi: {
      method,
      path,
      operationId,
      tags: [tag],
      summary,
      errorResponses: [],
      ...(description && { description }),
    },
  };
}
