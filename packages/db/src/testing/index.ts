export { createTestDatabase, openTestDatabase, type TestDatabase, templateName } from './database.ts';
export { makeClusterFolder } from './make-cluster-folder.ts';
