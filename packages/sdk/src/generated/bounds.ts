// Made from the operations in packages/contracts by `pnpm clients`. Do not edit.

export const maxLeaseSeconds = 86400;
export const maxTaskIds = 100;
export const maxWaitSeconds = 30;
export const maxReasonLength = 2000;
