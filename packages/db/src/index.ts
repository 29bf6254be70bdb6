export { type Database, openDatabase, type Queryable } from './client.ts';
export { type Agent, type ApiKey, Prisma, type Project, type Task } from './generated/client.ts';
export { newId } from './ids.ts';
export { isMigrated, migrate } from './migrate.ts';
export { prepareDatabase } from './prepare-database.ts';
export { Signal } from './signal.ts';
