import { type ErrorCode, errorCodes } from '@crewboard/contracts';
import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { z } from 'zod';
import type { Meta } from '../trpc/init.ts';

type ProcedureDef = { type: 'query' | 'mutation' | 'subscription'; meta?: Meta; inputs: z.ZodType[] };

/** A procedure that declares a REST route, with what the route needs to know of it. */
export type Operation = {
  /** The path of the procedure in the router, which is also the operation id: tasks.claim. */
  id: string;
  procedure: AnyProcedure;
  type: 'query' | 'mutation';
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** As the document writes it: /api/tasks/{taskId}. */
  path: string;
  access: NonNullable<Meta['access']>;
  created: Meta['created'];
  /** Of a success. */
  status: 200 | 201 | 202 | 204;
  /** A list that is sent whole unless the caller asks for a page. */
  comesWhole: boolean;
  /** The subscription that answers instead where the caller accepts a stream of events. */
  stream: AnyProcedure | undefined;
  /** Every error it may answer with. */
  errors: ErrorCode[];
  /** Fields that are numbers: in a query they arrive as text. */
  numberFields: string[];
};

function numberFieldsOf(input: z.ZodType | undefined): string[] {
  const schema = input instanceof z.ZodOptional ? input.unwrap() : input;
  if (!(schema instanceof z.ZodObject)) return [];
  const isNumber = (field: unknown): boolean => {
    if (field instanceof z.ZodDefault || field instanceof z.ZodOptional) return isNumber(field.unwrap());
    return field instanceof z.ZodNumber;
  };
  return Object.keys(schema.shape).filter((name) => isNumber(schema.shape[name]));
}

/** What every operation may answer with, by what it takes, and its own refusals, in the order of the list. */
function errorsOf(meta: Meta, method: string, path: string): ErrorCode[] {
  const errors = new Set<ErrorCode>([
    'VALIDATION_ERROR',
    'UNAUTHENTICATED',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
  ]);
  if (meta.access === 'agent') errors.add('AGENT_TOKEN_REQUIRED');
  if (meta.access === 'manage') errors.add('TEAM_API_KEY_REQUIRED');
  if (path.includes('{')) errors.add('NOT_FOUND');
  if (method !== 'GET') {
    for (const code of ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)
      errors.add(code);
  }
  for (const code of meta.refusals ?? []) errors.add(code);
  return errorCodes.filter((code) => errors.has(code));
}

/** Every procedure of the router that declares a REST route. */
export function operationsOf(router: AnyRouter): Operation[] {
  const byId = router._def.procedures as Record<string, AnyProcedure>;
  return Object.entries(byId).flatMap(([id, procedure]) => {
    const { meta, type, inputs } = procedure._def as unknown as ProcedureDef;
    if (!meta?.openapi || type === 'subscription') return [];
    const { method, path } = meta.openapi;
    const { access } = meta;
    if (!access || access === 'public') throw new Error(`${id}: a REST route needs a caller`);
    const errors = errorsOf(meta, method, path);
    const numberFields = numberFieldsOf(inputs[0]);
    const { created } = meta;
    const status = created ? 201 : (meta.status ?? 200);
    const comesWhole = meta.comesWhole ?? false;
    const stream = meta.stream ? byId[meta.stream] : undefined;
    return [
      {
        id,
        procedure,
        type,
        method,
        path,
        access,
        created,
        status,
        comesWhole,
        stream,
        errors,
        numberFields,
      },
    ];
  });
}
