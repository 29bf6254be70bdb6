import type { Program } from './node-service.ts';

export type Programs = Record<'migrate' | 'api' | 'worker' | 'web', Program>;

/** The built programs, which `npm start` runs. For `pnpm dev` see `sourcePrograms`. */
export const builtPrograms: Programs = {
  migrate: { script: 'apps/api/dist/migrate.js' },
  api: {
    script: 'apps/api/dist/main.js',
    // Collect old objects when they have doubled: under load the API takes half the memory and serves as many requests.
    nodeFlags: ['--max-semi-space-size=16', '--heap-growing-percent=100'],
  },
  worker: { script: 'apps/api/dist/worker.js' },
  web: { script: 'apps/web/.next/standalone/apps/web/server.js' },
};
