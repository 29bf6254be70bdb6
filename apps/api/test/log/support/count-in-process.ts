import { ChangeNotifier, openDatabase } from '@crewboard/db';
import { countLog } from '#src/workers/log-counter.ts';

// Counts the log of the database in DATABASE_URL until it is killed.

const db = openDatabase(process.argv[2] ?? '', { maxConnections: 1 });
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
void countLog({ db, changeNotifier: new ChangeNotifier(db.url), log, signal: new AbortController().signal });
