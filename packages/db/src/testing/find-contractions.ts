const contractions = [
  'drop table',
  'drop column',
  'drop type',
  'drop function',
  'drop view',
  'drop default',
  'rename',
  'set not null',
  'add constraint',
  'create unique index',
];

/** The beginning of a comment that names the first release that no longer uses what a migration removes. */
const marker = '-- contract: unused since ';

/** Reads the release from that comment; undefined without the comment. */
export function releaseOfContraction(sql: string): string | undefined {
  const line = sql.split('\n').find((each) => each.trim().startsWith(marker));
  return line?.trim().slice(marker.length);
}

/**
 * Finds the clauses of a migration that may break programs of the release before, which still run during an upgrade.
 */
export function findContractions(sql: string): string[] {
  const lines = sql.split('\n').filter((line) => !line.trim().startsWith('--'));
  const clauses = lines
    .join(' ')
    .split(/[,;]/)
    .map((clause) => clause.toLowerCase().split(/\s+/).filter(Boolean).join(' '));
  // Ignore requirements of tables that the migration creates itself: no program uses them before.
  const created = clauses.flatMap((clause) => /^create table "(\w+)"/.exec(clause)?.[1] ?? []);
  const isOfCreated = (clause: string) =>
    created.some(
      (table) =>
        clause.startsWith(`alter table "${table}" add constraint`) || clause.includes(` on "${table}"`),
    );
  return clauses.filter((clause) => {
    if (isOfCreated(clause)) return false;
    const isNewType = clause.includes('alter column') && clause.includes(' type ');
    const isRequired =
      clause.includes('add column') && clause.includes('not null') && !clause.includes('default');
    return isNewType || isRequired || contractions.some((each) => clause.includes(each));
  });
}
