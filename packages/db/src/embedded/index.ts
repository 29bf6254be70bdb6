export { type DataLocation, resolveDataLocation } from './data-location.mjs';
export { type EmbeddedPostgres, type Exit, startEmbeddedPostgres } from './start-embedded-postgres.ts';
