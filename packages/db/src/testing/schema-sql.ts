import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';

const schemaFolder = path.join(import.meta.dirname, '../../prisma/schema');

/**
 * The SQL that makes the tables of the Prisma schema in an empty database, as Prisma's own engine writes it.
 * The engine asks the server of `url` for its version and changes nothing there.
 */
export async function schemaSql(url: string): Promise<string> {
  const files = readdirSync(schemaFolder).map((name) => {
    const file = path.join(schemaFolder, name);
    return { path: file, content: readFileSync(file, 'utf8') };
  });
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }));
  const datamodels = files.map((file): [string, string] => [file.path, file.content]);
  const engine = await SchemaEngine.new({ datamodels }, () => undefined, adapter);
  try {
    const diff = await engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return diff.stdout ?? '';
  } finally {
    engine.free();
  }
}

if (import.meta.main) console.log(await schemaSql(process.argv[2] ?? ''));
