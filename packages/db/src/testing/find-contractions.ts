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

/** The end of a comment that names the release whose programs already do without what a migration takes away. */
const marker = '-- contract: unused since ';

/** That release; undefined without such a comment. */
export function releaseOfContraction(sql: string): string | undefined {
  const line = sql.split('\n').find((each) => each.trim().startsWith(marker));
  return line?.trim().slice(marker.length);
}

/** The parts of a migration that may break programs of the release before, which run beside it. */
export function findContractions(sql: string): string[] {
  const lines = sql.split('\n').filter((line) => !line.trim().startsWith('--'));
  const clauses = lines
    .join(' ')
    .split(/[,;]/)
    .map((clause) => clause.toLowerCase().split(/\s+/).filter(Boolean).join(' '));
  // What is required of a table that the migration creates, no program knows before.
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
