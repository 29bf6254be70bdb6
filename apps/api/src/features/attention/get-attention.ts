import {
  type Attention,
  type AttentionReason,
  attentionReasons,
  maxAttentionTasks,
  mayCall,
} from '@crewboard/contracts';
import { join, queryMany, raw, sql } from '@crewboard/db';
import { callerKindOf } from '#src/auth/access.ts';
import { maxCounted } from '../bounded-count.ts';
import type { VerbContext } from '../verb-context.ts';
import { attentionTasks } from './attention-tasks.ts';
import { readAttentionTasks } from './read-attention-tasks.ts';
import { stuckThings } from './stuck-things.ts';

/**
 * Returns what waits for a person in the team: tasks that are assigned to no person yet, by reason, and stuck things
 * besides tasks.
 */
export async function getAttention({ ctx }: { ctx: VerbContext }): Promise<Attention> {
  const { actor, db } = ctx;
  const { teamId } = actor;
  const counts = attentionReasons.map((reason) => countTasks(teamId, reason));
  const statement = mayCall(callerKindOf(actor), 'manage') ? stuckThings.forManagers : stuckThings.forOthers;
  const [found, stuck] = await Promise.all([
    queryMany<Found>(db.reads, join(counts, ' union all ')),
    queryMany(db.reads, statement, { teamId }),
  ]);
  const tasks = found
    .filter(({ count, hasEnd }) => count > 0 || hasEnd)
    .map(async ({ reason, count, hasEnd, ids }) => ({
      reason,
      count: Math.min(count, maxCounted),
      isExact: count <= maxCounted && !hasEnd,
      tasks: await readAttentionTasks(db.reads, reason, ids ?? []),
    }));
  return {
    tasks: await Promise.all(tasks),
    stuck: stuck.map(({ failures, ...thing }) => (failures ? { ...thing, failures } : thing)),
  };
}

/** `hasEnd`: an index may have more tasks than were looked at, so the count is not exact. */
type Found = { reason: AttentionReason; count: number; hasEnd: boolean | null; ids: string[] | null };

/**
 * SQL: the number of tasks that wait for a person for a reason, up to one more than is counted, and the ids of the
 * oldest.
 */
const countTasks = (teamId: string, reason: AttentionReason) => sql`
    select ${raw(`'${reason}'`)} as reason, count(*) filter (where is_match)::int as count, bool_or(is_end) as "hasEnd",
      (array_agg(id order by created_at, id) filter (where is_match))[1:${raw(String(maxAttentionTasks))}] as ids
    from (${attentionTasks(reason, { teamId, limit: maxCounted + 1 })}) as found`;
