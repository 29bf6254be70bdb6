export {
  createEmptyDatabase,
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
  templateName,
} from './database.ts';
export { type DatabaseDump, dumpDatabase, restoreDump } from './database-dump.ts';
export { describeSchema } from './describe-schema.ts';
export { makeClusterFolder } from './make-cluster-folder.ts';
export { hasPgBouncer, startPgBouncer } from './pgbouncer.ts';
