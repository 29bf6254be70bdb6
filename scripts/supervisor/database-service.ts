import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../packages/db/src/embedded/index.ts';
import { Problem } from '../setup/problem.mjs';
import { signalGroup } from '../setup/signal-group.mjs';
import type { LogFile } from './log-folder.ts';
import type { Service } from './service.ts';

type Options = { dataDir: string; log: LogFile; onStart: (database: EmbeddedPostgres) => void };

/** The embedded PostgreSQL as a service. It restarts on the same port, and never with an empty database. */
export function databaseService({ dataDir, log, onStart }: Options): Service {
  const onLog = (line: string) => log.write(`${line}\n`);
  let port: number | undefined;

  return {
    name: 'database',
    title: 'database',
    logFile: log.path,
    async launch() {
      if (port !== undefined) requireData(dataDir, onLog);
      const database = await startEmbeddedPostgres({ dataDir, port, onLog }).catch((cause: Error) => {
        throw new Problem(`${cause.message}\nThe log: ${log.path}`, { cause });
      });
      port = database.port;
      onStart(database);
      const { pid, exited, stop } = database;
      return { pid, exited, stop, ready: Promise.resolve(), kill: () => signalGroup(pid, 'SIGQUIT') };
    },
  };
}

/** Throws if the folder of the database is gone: a new cluster would be made, used and backed up in its place. */
function requireData(dataDir: string, onLog: (line: string) => void): void {
  const folder = join(dataDir, 'postgres');
  if (existsSync(folder)) return;
  const message = `${folder} is gone. Mount its disk again, or stop npm start and restore a backup.`;
  onLog(message);
  throw new Problem(message);
}
