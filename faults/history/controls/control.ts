import type { Database } from '@crewboard/db';
import type { RuleName } from '../check-history.ts';
import type { FaultKind } from '../history.ts';

/** Stands before one process of the API and spoils a guarantee. */
export type Gateway = { url: string; close(): Promise<void> };

/** A way to break the service that the rules must notice. Nothing of it is in the code of the service. */
export type Control = {
  name: string;
  /** The rule that notices it. */
  rule: RuleName;
  seconds: number;
  /** In this order, again and again. */
  faults: readonly FaultKind[];
  /** Changes the database before the service starts. */
  prepare?(owner: Database): Promise<void>;
  openGateway?(options: {
    /** Of the process behind it. */
    url: string;
    /** With the role of the service. */
    db: Database;
    agentIdByToken: ReadonlyMap<string, string>;
  }): Promise<Gateway>;
};
