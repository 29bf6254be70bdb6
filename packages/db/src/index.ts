export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';
export type { Transaction } from './administration.ts';
export { ChangeNotifier } from './change-notifier.ts';
export {
  type Database,
  type LimitedPool,
  openDatabase,
  type PooledConnection,
} from './connections/open-database.ts';
export type {
  Agent as AgentModel,
  Comment as CommentModel,
  Invitation as InvitationModel,
  Member as MemberModel,
  Pause as PauseModel,
  Project as ProjectModel,
  Task as TaskModel,
  User as UserModel,
} from './generated/client.ts';
export { newId } from './ids.ts';
export { readInstallationId } from './installation-id.ts';
export { isMigrated, migrate } from './migrations/migrate.ts';
export { prepareDatabase } from './prepare-database.ts';
export type { Queryable } from './queryable.ts';
export { rebasedXids, rebaseReaderName, retentionReaderName } from './rebase-event-log.ts';
export {
  defineStatement,
  type Expression,
  type Expressions,
  queryMany,
  queryOne,
  type Statement,
} from './statement.ts';
export { writeProbe } from './write-probe.ts';
