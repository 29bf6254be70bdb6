import { AppError } from '../../errors.ts';

/** In statements whose $7 is the version that the caller has seen, or null when it names none. */
export const hasOtherVersion = `($7::int is not null and target.version <> $7)`;

/** Throws PRECONDITION_FAILED for a task that was changed since the caller has seen it. */
export function assertVersion({
  version,
  hasOtherVersion,
}: {
  version: number;
  hasOtherVersion: boolean;
}): void {
  if (!hasOtherVersion) return;
  throw new AppError(
    'PRECONDITION_FAILED',
    `The task was changed meanwhile: its version is ${version}. Nothing was changed by this call.`,
  );
}
