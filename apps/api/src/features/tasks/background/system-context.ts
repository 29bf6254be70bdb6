import type { Batches } from '#src/batching/batches.ts';
import type { TeamDatabases } from '#src/limits/team-databases.ts';
import { systemWriter } from '../../events/record-event.ts';
import type { ChangeContext } from '../change/change-task.ts';

/** The context in which the service itself changes tasks of a team, for background work. */
export type SystemContextOf = (teamId: string) => ChangeContext;

export const createSystemContextOf =
  (teamDatabases: Pick<TeamDatabases, 'of'>, batches: Batches): SystemContextOf =>
  (teamId) => ({
    ...{ db: teamDatabases.of(teamId), batches },
    ...systemWriter(teamId),
  });
