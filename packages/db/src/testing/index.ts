export { createTestDatabase, openTestDatabase, type TestDatabase, templateName } from './database.ts';
export { makeFormerDataDirectory } from './former-data-directory.ts';
export { makeClusterFolder } from './temporary-folder.ts';
