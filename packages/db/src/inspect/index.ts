export { type ApplicationRole, readApplicationRole } from '../application-role.ts';
export { type Rights, readRights } from '../grant-to-application.ts';
export { findInstallationId } from '../installation-id.ts';
export { rejectSharedSessions } from '../reject-shared-sessions.ts';
export { type Inspection, openInspection } from './inspection.ts';
export { type ClockDifference, measureClock } from './measure-clock.ts';
export { type MigrationFacts, readMigrationFacts } from './read-migrations.ts';
export { type ConnectionUse, readConnectionUse, readServer, type ServerFacts } from './read-server.ts';
export { readVacuum, type VacuumFacts } from './read-vacuum.ts';
