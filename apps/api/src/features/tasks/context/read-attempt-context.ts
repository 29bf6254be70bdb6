import {
  type AttemptContext,
  attemptContextBounds,
  type CommentInContext,
  type Task,
} from '@crewboard/contracts';
import { defineStatement, type Expression, queryOne, raw, type Sql, sql } from '@crewboard/db';
import { jsonTime } from '../../define-row.ts';
import { actorName } from '../../events/event-row.ts';
import type { VerbContext } from '../../verb-context.ts';
import { firstBytes } from './cut-texts.ts';

const { textBytes, comments, commentBytes } = attemptContextBounds;

type LastAttempt = Omit<NonNullable<AttemptContext['lastAttempt']>, 'result' | 'truncated'>;
type Row = { lastAttempt: LastAttempt | null; comments: Omit<CommentInContext, 'truncated'>[] };
type Params = { taskId: string; actorKind: string; actorId: string | null };

/**
 * The part `context` of `include`: how the last attempt of the task ended, and the newest comments by others than the
 * caller.
 */
export async function readAttemptContext(
  { db, actor }: VerbContext,
  { id: taskId, result }: Task,
): Promise<AttemptContext> {
  const found = await queryOne(db, statement, { taskId, actorKind: actor.kind, actorId: actor.id });
  const withComments = (found?.comments ?? []).map((comment) => {
    const [body, isCut] = cut(comment.body, commentBytes);
    return { ...comment, body: body ?? '', ...truncatedIf(isCut) };
  });
  if (!found?.lastAttempt) return { lastAttempt: null, comments: withComments };
  const { lastAttempt } = found;
  const [reason, isReasonCut] = cut(lastAttempt.reason, textBytes);
  // A task keeps the result of an earlier completion: show it only with that attempt.
  const [ofAttempt, isResultCut] = cut(lastAttempt.outcome === 'completed' ? result : null, textBytes);
  return {
    lastAttempt: { ...lastAttempt, reason, result: ofAttempt, ...truncatedIf(isReasonCut || isResultCut) },
    comments: withComments,
  };
}

const number = (value: number) => raw(String(value));

/** SQL: at least one byte more of a text than is shown, to find out whether it is cut: `left` counts characters. */
const beginning = (text: Sql, bytes: number) => sql`left(${text}, ${number(bytes + 1)})`;

/** SQL: the last ended attempt, by the key. At most one attempt of a task has not ended. */
const lastAttempt = (taskId: Expression) => sql`
    select json_build_object('attempt', attempt, 'agentId', agent_id, 'endedAt', ${jsonTime(raw('ended_at'))},
      'outcome', outcome, 'reason', ${beginning(raw('reason'), textBytes)})
    from task_attempts where task_id = ${taskId} and ended_at is not null order by attempt desc limit 1`;

/** SQL: the newest comments by others, from the end of the index of the task's comments. */
const newestComments = ({ taskId, actorKind, actorId }: Record<keyof Params, Expression>) => sql`
    select json_agg(json_build_object('id', id, 'body', ${beginning(raw('body'), commentBytes)},
      'author', json_build_object('kind', author_kind, 'id', author_id,
        'name', ${actorName(raw('author_kind'), raw('author_id'))}),
      'createdAt', ${jsonTime(raw('created_at'))}) order by created_at, id)
    from (
      select * from comments
      where task_id = ${taskId} and (author_kind::text, author_id) is distinct from (${actorKind}, ${actorId})
      order by created_at desc, id desc limit ${number(comments)}
    ) as newest`;

const statement = defineStatement<Params, Row>(
  (params) => sql`
  select (${lastAttempt(params.taskId)}) as "lastAttempt", coalesce((${newestComments(params)}), '[]') as comments`,
);

/** The beginning of a text, and whether it was cut. */
function cut(text: string | null, bytes: number): [string | null, boolean] {
  if (text === null || Buffer.byteLength(text) <= bytes) return [text, false];
  return [firstBytes(text, bytes), true];
}

const truncatedIf = (isCut: boolean) => isCut && ({ truncated: true } as const);
