import { writeSync } from 'node:fs';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../packages/db/src/embedded/index.ts';
import { openLog } from '../setup/log-file.mjs';
import { signalGroup } from '../setup/signal-group.mjs';
import type { Service } from './service.ts';

type Options = { dataDir: string; logFile: string; onStart: (database: EmbeddedPostgres) => void };

/** The embedded PostgreSQL, which comes back on the port that it had. */
export function databaseService({ dataDir, logFile, onStart }: Options): Service {
  const log = openLog(logFile);
  const onLog = (line: string) => {
    try {
      writeSync(log, `${line}\n`);
    } catch {
      // A full disk must not end the supervisor.
    }
  };
  let port: number | undefined;

  return {
    name: 'database',
    title: 'database',
    logFile,
    async launch() {
      const database = await startEmbeddedPostgres({ dataDir, port, onLog });
      port = database.port;
      onStart(database);
      const { pid, exited, stop } = database;
      return { pid, exited, stop, ready: Promise.resolve(), kill: () => signalGroup(pid, 'SIGQUIT') };
    },
  };
}
