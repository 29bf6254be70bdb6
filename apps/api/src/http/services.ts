import type { ProcedureServices } from '../trpc/context.ts';
import type { Admission } from './admission.ts';
import type { Idempotency } from './idempotency/idempotency.ts';

/** The services that REST, tRPC and MCP share: `context` is passed to every procedure. */
export type Services = {
  admission: Admission;
  idempotency: Idempotency;
  context: ProcedureServices;
};
