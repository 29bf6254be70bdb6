export { resolveDataLocation } from './data-location.mjs';
export { findFreePort } from './free-port.ts';
export { type EmbeddedPostgres, type Exit, startEmbeddedPostgres } from './start-embedded-postgres.ts';
