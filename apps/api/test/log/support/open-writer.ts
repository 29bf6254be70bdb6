import type { EventType } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { onTestFinished } from 'vitest';
import { eventIdSql } from '../../support/event-id.ts';

type Connected = Parameters<Database['pool']['connect']>[0];
type Client = NonNullable<Parameters<Connected>[1]>;

export type WrittenEvent = {
  teamId: string;
  subjectId?: string;
  type?: EventType;
  actorId?: string;
  snapshot?: Record<string, unknown>;
  changes?: Record<string, unknown>;
  at?: string;
};

/** A transaction outside of the app, which stays open until the test ends it, or at most as long as the test. */
export class OpenWriter {
  readonly client: Client;
  readonly pid: number;
  #isBroken = false;
  #isReleased = false;
  /** Ignores the error of a connection that the server closes. */
  readonly #onEnd = () => {
    this.#isBroken = true;
  };

  private constructor(client: Client, pid: number) {
    this.client = client;
    this.pid = pid;
    client.on('error', this.#onEnd);
  }

  static async begin(pool: Database['pool']): Promise<OpenWriter> {
    const writer = await OpenWriter.#connect(pool);
    // Left open by a test that failed, it would keep the log of every other test from being settled. Before what a `beforeEach`
    // closes in the same way.
    onTestFinished(() => writer.rollback());
    return writer;
  }

  /** Writes one event in a transaction of its own. */
  static async writeOne(pool: Database['pool'], event: WrittenEvent): Promise<string> {
    const writer = await OpenWriter.#connect(pool);
    try {
      const id = await writer.write(event);
      await writer.commit();
      return id;
    } finally {
      await writer.rollback();
    }
  }

  static async #connect(pool: Database['pool']): Promise<OpenWriter> {
    const client = await pool.connect();
    // However slow the test is: the service ends a transaction after 10 s, and gives up a lock after 2 s.
    await client.query(`begin; set local idle_in_transaction_session_timeout = 0;
      set local statement_timeout = 0; set local lock_timeout = 0`);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return new OpenWriter(client, rows[0]?.pid ?? 0);
  }

  /** Writes an event and returns its id. */
  async write(event: WrittenEvent): Promise<string> {
    const {
      teamId,
      subjectId = 'subject',
      type = 'task.updated',
      actorId,
      snapshot = {},
      changes = null,
      at,
    } = event;
    const { rows } = await this.client.query<{ eventId: string }>(
      `insert into events (team_id, actor_kind, actor_id, type, subject_type, subject_id, snapshot, changes, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9::timestamptz, clock_timestamp()))
       returning ${eventIdSql} as "eventId"`,
      [
        teamId,
        actorId ? 'agent' : 'system',
        actorId ?? null,
        type,
        type.slice(0, type.indexOf('.')),
        subjectId,
        snapshot,
        changes,
        at ?? null,
      ],
    );
    const [row] = rows;
    if (!row) throw new Error('The event was not written');
    return row.eventId;
  }

  async commit(): Promise<void> {
    await this.client.query('commit');
    this.#isReleased = true;
    this.client.off('error', this.#onEnd).release();
  }

  /** Does nothing to a transaction that has ended. */
  async rollback(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (!this.#isBroken) await this.client.query('rollback').catch(() => undefined);
    this.client.release(true);
  }
}
