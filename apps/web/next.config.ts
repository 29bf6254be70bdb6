import { resolve } from 'node:path';
import type { NextConfig } from 'next';

const repositoryRoot = resolve(import.meta.dirname, '../..');

export default {
  output: 'standalone',
  outputFileTracingRoot: repositoryRoot,
  turbopack: {
    root: repositoryRoot,
    resolveAlias: {
      // `nuqs` exports all of `nuqs/server`, so the browser needs only one of them.
      'nuqs/server': { browser: 'nuqs' },
      // The builds of tRPC are one file each. From the sources, pages load only what they use, and subscriptions later.
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
  // No page has images to optimize: disable the route for it, because anyone could make it log errors.
  images: { unoptimized: true },
  // `pnpm verify` checks the types, also those of the routes.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  reactStrictMode: true,
  // `next dev` must not write an AGENTS.md into this project.
  agentRules: false,
  experimental: {
    // No reminders of upgrades in the output of Next.
    agentUpgrade: false,
    // Without a network, a navigation waits for it: otherwise the browser would show its own error page.
    useOffline: true,
    // The cache adds a third to a build and saves two thirds of the next one. CI builds only once.
    turbopackFileSystemCacheForBuild: !process.env.CI,
    // Few chunks compress better than many, but repeat code that parts share. People visit several pages of a team, so
    // these pages share chunks.
    turbopackChunking: { clusters: [[/^\/t\//]], minChunkSize: 200_000 },
    // Nothing reads source maps, and they take a third of a build.
    turbopackSourceMaps: false,
    // These packages have no side effects, but not all of their manifests say so: leave out the code that no page
    // imports.
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
