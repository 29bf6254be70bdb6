import type { DeliveryHold } from '@crewboard/contracts';
import type { VerbContext } from '../verb-context.ts';
import { readInstallation } from './installation.ts';

/** Whether the deliveries of the installation are held, for a process with the identity of this one. */
export async function getDeliveryHold({ ctx }: { ctx: VerbContext }): Promise<DeliveryHold> {
  const { heldFor } = await readInstallation(ctx.db.reads, ctx.installationId);
  return { reason: heldFor };
}
