import type { TestApi } from '../harness.ts';

/** The tables with a row that contains one of the words in any column, in any case; binary columns as the bytes of the word too. */
export async function tablesWith({ owner }: Pick<TestApi, 'owner'>, words: string[]): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const lower = words.map((word) => word.toLowerCase());
  const forms = [...lower, ...words.map((word) => Buffer.from(word).toString('hex'))];
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(
      `select from "${name}" as t where exists (
         select from unnest($1::text[]) as form where strpos(lower(to_jsonb(t)::text), form) > 0) limit 1`,
      [forms],
    );
    if (rowCount) found.push(name);
  }
  return found;
}
