import { defineConfig } from 'rolldown';
import { portableFolder } from '../../scripts/build/portable-folder.ts';

/** Reads files beside its own, or is native. */
const external = ['@node-rs/argon2', '@scalar/fastify-api-reference'];

// One file for each program: Node loads and compiles 1,000 modules in three times the time. Names stay as they are, for
// readers of stack traces.
export default defineConfig({
  input: {
    main: 'src/main.ts',
    worker: 'src/worker.ts',
    migrate: 'src/migrate.ts',
    admin: 'src/cli/admin.ts',
  },
  platform: 'node',
  external,
  plugins: [
    portableFolder({
      from: import.meta.dirname,
      external: ['@node-rs/argon2/index.js', '@scalar/fastify-api-reference/dist/index.js'],
      files: { '@crewboard/db': ['package.json', 'prisma/migrations/*/migration.sql'] },
    }),
  ],
  output: { dir: 'dist', format: 'esm', cleanDir: true },
});
