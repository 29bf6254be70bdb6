import { type Access, assertAccess, assertTeam } from '../auth/access.ts';
import type { Actor, AgentActor, KeyActor } from '../auth/actor.ts';
import { AppError } from '../errors.ts';
import { baseProcedure } from './init.ts';

/** A procedure for these callers. A team in its path must be the caller's own. */
function procedureFor<A extends Actor>(access: Access) {
  return baseProcedure.meta({ access }).use(async ({ ctx, next, meta, getRawInput }) => {
    const { actor } = ctx;
    if (!actor) throw new AppError('UNAUTHENTICATED', 'Send the header Authorization: Bearer <token>.');
    assertAccess(actor, access);
    if (meta?.openapi?.path.includes('{teamId}')) {
      assertTeam(actor, ((await getRawInput()) as { teamId?: unknown } | undefined)?.teamId);
    }
    return next({ ctx: { actor: actor as A } });
  });
}

export const publicProcedure = baseProcedure.meta({ access: 'public' });
/** Any credential of the team. */
export const credentialProcedure = procedureFor<Actor>('any');
/** An agent's token: claim, complete. */
export const agentProcedure = procedureFor<AgentActor>('agent');
/** A team API key: what administers the team. */
export const keyProcedure = procedureFor<KeyActor>('key');
