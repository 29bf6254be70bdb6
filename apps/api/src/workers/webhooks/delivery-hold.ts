import type { PooledConnection } from '@crewboard/db';
import {
  completeInstallation,
  type InstallationId,
  type InstallationState,
  readInstallation,
} from '../../features/webhooks/installation.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { WorkerLog } from '../poll-loop.ts';

type Parts = { installationId: InstallationId; log: WorkerLog; metrics: Metrics | undefined };

const explanations = {
  installation:
    'The database was last used by another installation: it is a copy, or the settings have changed.',
  server: 'The database was last used on another PostgreSQL server: it is a copy, or it has moved.',
};

/**
 * Holds all deliveries while the database was last used by another installation or on another server, until an operator
 * resumes them: a restored copy must not send webhooks. Each connection is checked once, before it takes its first
 * delivery, because a connection stays with its server.
 */
export class DeliveryHold {
  readonly #parts: Parts;
  readonly #released = new WeakSet<PooledConnection>();
  #heldFor: InstallationState['heldFor'] = null;
  #isMissingReported = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether deliveries may be taken on this connection. Stores the identity of a new installation. */
  async isReleased(connection: PooledConnection): Promise<boolean> {
    if (this.#released.has(connection)) return true;
    const { installationId } = this.#parts;
    let state = await readInstallation(connection, installationId);
    if (!state.heldFor && state.isIncomplete) {
      await completeInstallation(connection, installationId);
      // Another process may have stored its own identity first.
      state = await readInstallation(connection, installationId);
    }
    this.#reportMissing(state);
    this.#report(state);
    if (state.heldFor) return false;
    this.#released.add(connection);
    return true;
  }

  #report({ heldFor, ...identity }: InstallationState): void {
    const { installationId, log, metrics } = this.#parts;
    metrics?.setDeliveriesHeld(heldFor !== null);
    if (heldFor && heldFor !== this.#heldFor) {
      const { storedInstallationId, systemIdentifier, storedSystemIdentifier } = identity;
      log.warn(
        { heldFor, installationId, storedInstallationId, systemIdentifier, storedSystemIdentifier },
        `webhook deliveries are held. ${explanations[heldFor]} An operator sends them with \`admin deliveries resume\` ` +
          '(docs/operations.md, "Copies")',
      );
    }
    if (!heldFor && this.#heldFor) log.info({}, 'webhook deliveries are no longer held');
    this.#heldFor = heldFor;
  }

  /** Logs once which identity is missing: a copy that cannot be recognised would send. */
  #reportMissing({ systemIdentifier }: InstallationState): void {
    if (this.#isMissingReported) return;
    this.#isMissingReported = true;
    const { installationId, log } = this.#parts;
    if (systemIdentifier === null) {
      log.warn(
        {},
        'The owner of the database may not call pg_control_system(): a copy of it on another server is recognised by ' +
          (installationId === null ? 'nothing, because INSTALLATION_ID is not set' : 'INSTALLATION_ID alone'),
      );
    } else if (installationId === null) {
      log.info(
        {},
        'Without INSTALLATION_ID and DATA_DIR, a copy of the database is recognised by the identifier of its server alone',
      );
    }
  }
}
