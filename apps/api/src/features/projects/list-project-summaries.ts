import { type ListProjectSummaries, maxProjects, type ProjectSummary } from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql } from '@crewboard/db';
import { pauseOf } from '../pause-column.ts';
import type { Call } from '../verb-context.ts';

const selectWhere = (where: string) =>
  defineStatement<{ teamId: string }, ProjectSummary>(
    ({ teamId }) => sql`
  select id, name, ${pauseOf(raw('projects.team_id'), raw('projects.id'))} as paused from projects where team_id = ${teamId} and ${raw(where)}
  order by created_at, id limit ${raw(String(maxProjects))}`,
  );

const active = selectWhere('archived_at is null');
const archived = selectWhere('archived_at is not null');

/** The active projects of the team, or the archived ones, without their texts: at most 10,000, the oldest first. */
export const listProjectSummaries = ({
  ctx,
  input,
}: Call<typeof ListProjectSummaries>): Promise<ProjectSummary[]> =>
  queryMany(ctx.db.reads, input.archived ? archived : active, { teamId: ctx.actor.teamId });
