import { resolve } from 'node:path';
import type { NextConfig } from 'next';

const repositoryRoot = resolve(import.meta.dirname, '../..');

export default {
  output: 'standalone',
  outputFileTracingRoot: repositoryRoot,
  turbopack: {
    root: repositoryRoot,
    // `nuqs` has all that `nuqs/server` has: the browser needs one of them.
    resolveAlias: {
      'nuqs/server': { browser: 'nuqs' },
      // One file has all of tRPC: from its sources, pages load what they use, and subscriptions later.
      '@trpc/client': { browser: './node_modules/@trpc/client/src/index.ts' },
      '@trpc/server': { browser: './node_modules/@trpc/server/src/index.ts' },
      '@trpc/server/observable': { browser: './node_modules/@trpc/server/src/observable/index.ts' },
      '@trpc/server/rpc': { browser: './node_modules/@trpc/server/src/rpc.ts' },
      '@trpc/server/unstable-core-do-not-import': {
        browser: './node_modules/@trpc/server/src/unstable-core-do-not-import.ts',
      },
      '@trpc/tanstack-react-query': { browser: './node_modules/@trpc/tanstack-react-query/src/index.ts' },
    },
  },
  transpilePackages: [
    '@trpc/client',
    '@trpc/server',
    '@trpc/tanstack-react-query',
    '@crewboard/app-secret',
    '@crewboard/build-info',
    '@crewboard/client-address',
    '@crewboard/contracts',
    '@crewboard/db',
    '@crewboard/graceful-shutdown',
    '@crewboard/log',
    '@crewboard/stalled-connections',
  ],
  // No page has images to optimize: disable that route, and with it the logging of its errors.
  images: { unoptimized: true },
  // `pnpm verify` checks the types, with those of the routes.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  reactStrictMode: true,
  agentRules: false,
  experimental: {
    agentUpgrade: false,
    // Without a network, let a navigation wait for it; otherwise the browser would show its own error page.
    useOffline: true,
    // The cache costs a third of a build and saves two thirds of the next one: CI builds once.
    turbopackFileSystemCacheForBuild: !process.env.CI,
    // Few chunks compress better than many, but repeat more code that parts share. The pages of a team are visited
    // together: they share what they have in common.
    turbopackChunking: { clusters: [[/^\/t\//]], minChunkSize: 200_000 },
    // Nothing reads them, and they cost a third of a build.
    turbopackSourceMaps: false,
    // These have no side effects, which not all of their manifests say: what is not imported is left out.
    optimizePackageImports: [
      '@dnd-kit/core',
      '@mantine/core',
      '@mantine/hooks',
      '@tabler/icons-react',
      '@trpc/client',
      '@trpc/server',
      '@trpc/tanstack-react-query',
    ],
  },
} satisfies NextConfig;
