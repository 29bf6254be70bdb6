export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';
export { type Database, openDatabase, type Queryable } from './client.ts';
export { type Agent, type ApiKey, Prisma, type Project, type Task } from './generated/client.ts';
export { newId } from './ids.ts';
export { isMigrated, migrate } from './migrate.ts';
export { prepareDatabase } from './prepare-database.ts';
export { Signal } from './signal.ts';
export { defineStatement, type Expression, queryMany, queryOne, type Statement } from './statement.ts';
