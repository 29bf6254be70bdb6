import { operations } from './areas.ts';
import type { Operation, RestOperation } from './define-operations.ts';

export { operations } from './areas.ts';
export type { Operation, RestOperation, RestRoute, SuccessStatus } from './define-operations.ts';
export { errorsOf } from './errors-of.ts';
export { fieldsOf } from './fields-of.ts';
export { type McpTool, mcpTools } from './mcp-tools.ts';
export { claimedTaskFields, minimalFields } from './minimal-fields.ts';
export type { RestOperationId } from './operation-ids.ts';
export { callersInWords, restWording } from './rest-wording.ts';

export const allOperations: readonly Operation[] = Object.values(operations).flatMap((area) =>
  Object.values<Operation>(area),
);

/** The operations that have a REST route. */
export const restOperations = allOperations.filter(
  (operation): operation is RestOperation => operation.rest !== undefined,
);
