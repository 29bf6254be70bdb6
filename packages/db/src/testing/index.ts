export { createTestDatabase, openTestDatabase, type TestDatabase, templateName } from './database.ts';
export { makeClusterFolder } from './temporary-folder.ts';
