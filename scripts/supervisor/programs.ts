import type { Program } from './node-service.ts';

export type Programs = Record<'migrate' | 'api' | 'worker' | 'web', Program>;

/** What `npm start` runs: the build. `pnpm dev`: see development.ts. */
export const builtPrograms: Programs = {
  migrate: { script: 'apps/api/dist/migrate.js' },
  api: {
    script: 'apps/api/dist/main.js',
    // Old objects are collected when they have doubled. Under load it takes half the memory, for as many requests.
    nodeFlags: ['--max-semi-space-size=16', '--heap-growing-percent=100'],
  },
  worker: { script: 'apps/api/dist/worker.js' },
  web: { script: 'apps/web/.next/standalone/apps/web/server.js' },
};
