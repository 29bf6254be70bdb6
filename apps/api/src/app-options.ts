import type { AppSecrets } from '@crewboard/app-secret';
import type { TrustProxy } from '@crewboard/client-address';
import type { Database } from '@crewboard/db';
import type { FastifyBaseLogger } from 'fastify';
import type { Activity } from './auth/activity.ts';
import type { BackupPlace } from './features/system/backup-watch.ts';
import type { Readiness } from './features/system/readiness.ts';
import type { WaitingBounds } from './features/tasks/queue/waiting-agents.ts';
import type { InstallationId } from './features/webhooks/installation.ts';
import type { StreamBounds } from './http/event-streams/open-streams.ts';
import type { UnsentBounds } from './http/response/unsent-responses.ts';
import type { LimitOptions } from './limits/request-limits.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Tracing } from './tracing/otlp-tracing.ts';

export type AppOptions = {
  db: Database;
  activity: Activity;
  readiness: Readiness;
  /** Checks the URLs of webhooks, by the destinations that all teams may reach. */
  outbound: Outbound;
  log: FastifyBaseLogger;
  /** The web server signs its calls with the first secret, and webhook secrets are encrypted with it. */
  appSecrets: AppSecrets;
  /** The identity by which a copy of the database is told from the original; none by default. */
  installationId?: InstallationId;
  /** Where backups are made, for the notice to operators; undefined if this process does not know. */
  backups?: BackupPlace | undefined;
  /** Who may create teams in the dashboard: operators by default. */
  teamCreation?: 'operators' | 'anyone';
  /**
   * The base URL of the API for clients, without a slash at its end. Without it, responses have relative references.
   */
  publicUrl?: string;
  /** Which proxies may set the address of a request; none by default. */
  trustProxy?: TrustProxy;
  /** Requests a minute per credential; 0 turns the limits per minute off. */
  rateLimitPerMinute: number;
  /** After how many days events are removed; by default they are kept. */
  eventRetentionDays?: number | undefined;
  /** Absent if metrics are not configured. */
  metrics?: Metrics | undefined;
  /** If set, the app itself serves `/metrics` to callers with this token. */
  metricsToken?: string | undefined;
  tracing?: Tracing | undefined;
  bounds?: Partial<Bounds>;
};

/** The bounds that docs/operations.md documents. Tests replace some of them. */
export type Bounds = Omit<LimitOptions, 'ratePerMinute'> & {
  streams: StreamBounds;
  waiting: WaitingBounds;
  /** How often to look for tasks that waiting agents have not heard of. */
  probeIntervalMs: number;
  unsent: Partial<UnsentBounds>;
  /** How long a client may read nothing of its response before its connection is closed. */
  stallTimeoutMs: number;
  /** How long an attempt to sign in may wait for its turn. */
  signInMaxWaitMs: number;
  /** After what time a folder of backups that does not respond is reported as unreadable. */
  backupTimeoutMs: number;
  /** How long a request may wait for a connection of its team, and for other changes of the tasks that it changes. */
  connectionMaxWaitMs: number;
  /** How long a request may wait for a running request with its Idempotency-Key. */
  sameKeyMaxWaitMs: number;
  /** How often processes exchange their counts. */
  exchangeIntervalMs: number;
  /** The longest time between two rounds of the lease sweeper. */
  leaseSweepIntervalMs: number;
};
