import type { ProcedureServices } from '../trpc/context.ts';
import type { Admission } from './admission.ts';
import type { Idempotency } from './idempotency/idempotency.ts';

/** What REST and tRPC share: the admission of callers, and what every procedure gets. */
export type Services = {
  admission: Admission;
  idempotency: Idempotency;
  context: ProcedureServices;
};
