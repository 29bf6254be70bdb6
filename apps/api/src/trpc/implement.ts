import type { Access, CallersOf, MemberRole, Operation } from '@crewboard/contracts';
import type { TRPCMutationProcedure, TRPCQueryProcedure, TRPCSubscriptionProcedure } from '@trpc/server';
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
import { baseProcedure, invalidInput, type Meta, type RunOperation, type WrapVerb } from './init.ts';
import { notifyReaders } from './notify-readers.ts';
import { trackedStream } from './tracked-stream.ts';

type ActorByCaller = Record<MemberRole, MemberActor> & {
  agent: AgentActor;
  key: KeyActor;
  tasks_key: KeyActor;
  read_key: KeyActor;
  user: UserActor;
  web: WebActor;
};

/** The actor of an operation with this access; none where a caller needs no credential. */
type ActorOf<A extends Access> = A extends 'public' ? never : ActorByCaller[CallersOf<A>];

type InputOf<O extends Operation> = O extends { input: infer Input extends z.ZodType } ? Input : z.ZodVoid;

/** The function that carries out an operation. Its context has the actor kinds that the access admits. */
type Verb<O extends Operation> = (call: {
  ctx: VerbContext<ActorOf<O['access']>>;
  input: z.output<InputOf<O>>;
  /** Aborted when the client is gone. */
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
 * Adds to an output what the request has included: it is read after the commit and kept under no key, so that a repetition
 * gets it as it is then.
 */
type Addition<O extends Operation> = (call: {
  ctx: VerbContext;
  input: z.output<InputOf<O>>;
  output: z.output<O['output']>;
}) => Promise<z.output<O['output']>>;

/**
 * Waits until an output is worth to be read, before it takes a share of what the team may read at once. Only where the
 * transport can wait: not over tRPC.
 */
type Wait<O extends Operation> = (call: {
  ctx: VerbContext;
  input: z.output<InputOf<O>>;
  signal: AbortSignal | undefined;
}) => Promise<void>;

/**
 * The procedures of one area, from its operations and the verb of each. A procedure checks the access, parses the
 * input, runs the verb and parses its result; it throws errors of the catalog only.
 */
export function implement<Operations extends Area>(
  operations: Operations,
  verbs: { [Name in keyof Operations]: Verb<Operations[Name]> },
  additions: { [Name in keyof Operations]?: Addition<Operations[Name]> } = {},
  waits: { [Name in keyof Operations]?: Wait<Operations[Name]> } = {},
) {
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      // Only the declared types are erased here: the parameter has checked each verb against its operation.
      toProcedure(operation, {
        verb: verbs[name] as Verb<never>,
        add: additions[name] as Addition<never> | undefined,
        wait: waits[name] as Wait<never> | undefined,
      }),
    ]),
  ) as unknown as { [Name in keyof Operations]: ProcedureOf<Operations[Name]> };
}

/** What carries out an operation. */
type Parts = { verb: Verb<never>; add: Addition<never> | undefined; wait: Wait<never> | undefined };

/**
 * For tRPC. What `toRun` does step by step is here middleware and parsers of tRPC: a new step belongs into both.
 * `baseProcedure` notifies the readers.
 */
function toProcedure(operation: Operation, parts: Parts) {
  const { verb, add } = parts;
  const { type, input, output } = operation;
  const authorize = authorizer(operation);
  const authorized = baseProcedure
    .meta({ ...metaOf(operation), run: toRun(operation, authorize, parts) })
    .use(async ({ ctx, next, getRawInput }) => {
      const authorized = authorize(ctx, needsTeam(operation) ? await getRawInput() : undefined);
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
  const whole = add
    ? async (call: { ctx: Context; input: unknown }) =>
        addTo(add, { ...call, output: await verb(call as never) })
    : verb;
  return procedure.output(output)[type](whole as never);
}

/**
 * For REST and MCP: the same without tRPC, whose middleware and second parse cost more than a small read does. A list is not parsed: that
 * costs nearly as much as its JSON, its items come from row definitions, and contract/lists.http.test.ts parses each.
 */
function toRun(operation: Operation, authorize: Authorize, { verb, add, wait }: Parts): RunOperation {
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
    await wait?.({ ctx, input: parsed?.data, signal } as never);
    const output = await (wrapVerb ? wrapVerb(runVerb) : runVerb());
    return add ? addTo(add, { ctx, input: parsed?.data, output }) : output;
  };
}

/** Without the addition the client would not hear of the change. */
async function addTo(add: Addition<never>, call: { ctx: Context; input: unknown; output: unknown }) {
  try {
    return await add(call as never);
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
 * A request may have been valid when it was sent first, such as with an `expiresAt` that is over now: then it is
 * replayed.
 */
async function reject(invalid: AppError, wrapVerb: WrapVerb | undefined): Promise<unknown> {
  if (!wrapVerb) throw invalid;
  return wrapVerb(async () => {
    throw invalid;
  }).catch((error) => {
    throw error instanceof AppError && error.code === 'IDEMPOTENCY_KEY_REUSED' ? invalid : error;
  });
}

/** These actors have no team of their own, so the team in the input is not checked. */
const teamlessAccess: readonly Access[] = ['public', 'web', 'signedIn'];

/** Whether the team in the input is checked. Over REST a `teamId` that is not in the path is an unknown field. */
const needsTeam = ({ access, rest }: Operation): boolean =>
  !teamlessAccess.includes(access) && (!rest || rest.path.includes('{teamId}'));

/** What a call of an operation adds to its context. Throws the error of a caller who may not do this. */
type Authorize = (ctx: Context, input: unknown) => Partial<Context>;

/** Checks the caller before the input is parsed, so that an error reveals nothing about it. */
function authorizer(operation: Operation): Authorize {
  const { access } = operation;
  if (access === 'public') return () => ({});
  const namesTeam = needsTeam(operation);
  return (ctx, input) => {
    const { actor } = ctx;
    if (!actor) throw new AppError('UNAUTHENTICATED', 'Send the header Authorization: Bearer <token>.');
    assertAccess(actor, access);
    if (namesTeam) assertTeam(actor, teamIdIn(input));
    const owner = getShareOwnerId(actor);
    const { teamDatabases } = ctx;
    const db = operation.type === 'mutation' ? teamDatabases.of(owner) : teamDatabases.readerOf(owner);
    return { actor, db } as Partial<Context>;
  };
}

function teamIdIn(input: unknown): unknown {
  return input !== null && typeof input === 'object' && 'teamId' in input ? input.teamId : undefined;
}

/** What the generator of the OpenAPI document reads. */
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
