import { userInfo } from 'node:os';
import { SYSTEM_USER_NAME, type SystemUser } from './system-user.ts';

/** The cluster that did not start, and the system user of PostgreSQL. */
type Cluster = { folder: string; systemUser: SystemUser | undefined };

/** Explains a failure whose log contains one of the `signs`, which are in lower case. */
type Explanation = { signs: readonly string[]; explain: (cluster: Cluster) => string };

const damaged = ({ folder }: Cluster) =>
  `The files of the database in ${folder} are damaged or incomplete. Keep a copy of that folder, and restore the newest backup into an empty DATA_DIR (docs/operations.md, "Backups").`;

/** The first match counts. PostgreSQL has several messages for the same cause. */
const explanations: readonly Explanation[] = [
  {
    signs: ['shared memory', 'cannot allocate memory'],
    explain: () => 'There is not enough memory for PostgreSQL. Free memory, then start again.',
  },
  {
    signs: ['no space left on device', 'disk quota exceeded'],
    explain: ({ folder }) => `The disk of ${folder} is full. Free space on it, then start again.`,
  },
  {
    signs: ['read-only file system'],
    explain: ({ folder }) =>
      `The disk of ${folder} is mounted read-only. Mount it writable, then start again.`,
  },
  {
    signs: ['address already in use', 'could not bind'],
    explain: () =>
      'Another program listens on the port of the database. Stop npm start and start again: it takes a free port.',
  },
  {
    signs: ['has invalid permissions'],
    explain: ({ folder }) =>
      `Other users may enter ${folder}, which PostgreSQL rejects. Run: chmod 700 ${folder}`,
  },
  {
    signs: ['permission denied', 'has wrong ownership'],
    explain({ folder, systemUser }) {
      const user = systemUser ? SYSTEM_USER_NAME : userInfo().username;
      return `The user ${user} may not use all files of the database. Run as root: chown -R ${user} ${folder}`;
    },
  },
  {
    signs: ['configuration file'],
    explain: ({ folder }) =>
      `The configuration file of PostgreSQL in ${folder} is missing or has an error. Correct the line that PostgreSQL names, or copy the file from a backup of the folder.`,
  },
  {
    signs: ['password authentication failed'],
    explain: ({ folder }) =>
      `The password in ${folder}-password is not that of the database. Copy both from the same backup of DATA_DIR.`,
  },
  {
    signs: ['incompatible with server'],
    explain: ({ folder }) =>
      `The data in ${folder} is of another build of PostgreSQL. Start the version of Crewboard that made it, or restore a backup into an empty DATA_DIR.`,
  },
  {
    signs: [
      ...['pg_control', 'pg_version', 'checkpoint', 'wal directory', 'panic:', 'database subdirectory'],
      ...['invalid page', 'could not read', 'could not open', 'could not access'],
    ],
    explain: damaged,
  },
];

const levels = ['FATAL:', 'PANIC:', 'ERROR:', 'DETAIL:'];

/** The line without its time, if it may tell the cause. */
function toReason(line: string): string | undefined {
  // Before PostgreSQL has a log, its lines have no level, such as `but could not open file "…": No such file`.
  if (line.startsWith('postgres: ') || line.startsWith('but could not ')) return line;
  const level = levels.find((each) => line.includes(each));
  if (level) return line.slice(line.indexOf(level));
  const isCause = line.includes('LOG:') && (line.includes('could not ') || line.includes(' in file "'));
  return isCause ? line.slice(line.indexOf('LOG:')) : undefined;
}

/** The lines of PostgreSQL's log that may tell the cause, without repetitions. */
function reasonsOf(log: readonly string[]): string[] {
  const reasons = new Set(log.flatMap((line) => toReason(line) ?? []));
  return [...reasons].filter((line) => !line.includes('database system is starting up'));
}

const isFatal = (line: string): boolean => line.includes('FATAL:') || line.includes('PANIC:');

function findExplanation(lines: readonly string[]): Explanation | undefined {
  const text = lines.join('\n').toLowerCase();
  return explanations.find(({ signs }) => signs.some((sign) => text.includes(sign)));
}

/** Returns the text for the terminal: why PostgreSQL did not start, what to do, and the lines of its log. */
export function explainStartFailure(message: string, log: readonly string[], cluster: Cluster): string {
  const reasons = reasonsOf(log);
  // Prefer the line that ended PostgreSQL to errors before it.
  const found = findExplanation([message, ...log.filter(isFatal)]) ?? findExplanation([message, ...reasons]);
  const said = reasons.length > 0 ? reasons.slice(0, 4) : [message, ...log];
  return [
    `PostgreSQL did not start. ${found?.explain(cluster) ?? 'It says why:'}`,
    '',
    ...said.map((line) => `    ${line}`),
  ].join('\n');
}
