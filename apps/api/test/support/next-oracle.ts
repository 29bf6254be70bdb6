import { type Queryable, queryOne, sql } from '@crewboard/db';

// Who has to act next on a task, found out anew from the raw rows: no code of the service.

type Row = Record<string, unknown> & { id: string };
type Time = Date | null;

/** What a test expects of `next`. */
export type Expected = { actor: string; reason: string; was?: string };

const actorOf: Record<string, string> = {
  working: 'agent',
  assigned: 'agent',
  queued: 'agent',
  blocked: 'task',
  not_before: 'time',
};
const expected = (reason: string): Expected => ({ actor: actorOf[reason] ?? 'person', reason });
const stale = (was: string): Expected => ({ actor: 'person', reason: 'stale', was });

const ms = (time: unknown) => (time as Time)?.getTime() ?? Number.NEGATIVE_INFINITY;

/** Everything of a database that tells who acts next, as it is at one moment. */
export async function readRows(db: Queryable) {
  const row = await queryOne<{ all: string }>(
    db,
    sql`select json_build_object(
    'now', clock_timestamp(),
    'tasks', (select coalesce(json_agg(tasks), '[]') from tasks),
    'projects', (select json_agg(projects) from projects),
    'teams', (select json_agg(teams) from teams),
    'agents', (select coalesce(json_agg(agents), '[]') from agents),
    'pauses', (select coalesce(json_agg(pauses), '[]') from pauses))::text as all`,
  );
  const read = JSON.parse(row?.all ?? '', (key, value) =>
    typeof value === 'string' && (key === 'now' || /_(at|since|before|until)$/.test(key))
      ? new Date(value)
      : value,
  ) as { now: Date } & Record<'tasks' | 'projects' | 'teams' | 'agents' | 'pauses', Row[]>;
  const byId = (of: Row[]) => new Map(of.map((row) => [row.id, row]));
  return {
    now: read.now,
    tasks: read.tasks,
    taskById: byId(read.tasks),
    projectById: byId(read.projects),
    teamById: byId(read.teams),
    agentById: byId(read.agents),
    pauses: read.pauses,
  };
}
type Rows = Awaited<ReturnType<typeof readRows>>;

/** The reasons that are true of an open task, in their order; null of another. Of them the first counts. */
export function expectedNext(rows: Rows, task: Row): Expected | null {
  const { now, taskById, projectById, teamById, agentById, pauses } = rows;
  if (!['todo', 'in_progress'].includes(task.status as string) || task.archived_at) return null;
  const [project, team] = [projectById.get(task.project_id as string), teamById.get(task.team_id as string)];
  const agent = agentById.get(task.assigned_agent_id as string);
  const isStale = task.attention === 'stale';
  const isOver = (since: number, seconds: unknown) =>
    isStale || since + 1_000 * (seconds as number) <= now.getTime();

  if (task.needs_attention) return expected('attempts_exhausted');
  if (task.status === 'in_progress' && agent) {
    const isLate =
      !task.lease_expires_at &&
      isOver(Math.max(ms(task.held_since), ms(task.last_sign_at)), project?.stale_after_seconds);
    return isLate ? stale('working') : expected('working');
  }
  if (task.assigned_member_id) return expected('person');
  if (task.status === 'in_progress') return expected('in_progress_unassigned');
  const blockers = (task.blocked_by as string[])
    .map((id) => taskById.get(id))
    .filter((row) => row?.status !== 'done');
  if (blockers.some((row) => row?.status === 'cancelled' || row?.archived_at))
    return expected('blocker_cancelled');
  if (blockers.length > 0) return expected('blocked');
  if (ms(task.not_before) > now.getTime()) return expected('not_before');
  const subjects = [task.team_id, task.project_id, task.assigned_agent_id];
  if (pauses.some(({ subject_id }) => subjects.includes(subject_id))) return expected('paused');
  const hasToken =
    agent?.token_hash && (!agent.token_expires_at || ms(agent.token_expires_at) > now.getTime());
  const canWork = agent?.status === 'active' && (hasToken || ms(agent.previous_token_until) > now.getTime());
  if (agent && !canWork) return expected('agent_cannot_work');
  const since = Math.max(
    ms(task.next_since ?? task.status_changed_at),
    ms(task.not_before),
    ...[team, project, agent].map((row) => ms(row?.resumed_at ?? null)),
  );
  if (agent) return isOver(since, project?.stale_after_seconds) ? stale('assigned') : expected('assigned');
  return isOver(since, project?.queue_stale_after_seconds) ? stale('queued') : expected('queued');
}
