import { resolve } from 'node:path';
import type { NextConfig } from 'next';

const repositoryRoot = resolve(import.meta.dirname, '../..');

export default {
  output: 'standalone',
  outputFileTracingRoot: repositoryRoot,
  turbopack: { root: repositoryRoot },
  transpilePackages: [
    '@crewboard/app-secret',
    '@crewboard/client-address',
    '@crewboard/contracts',
    '@crewboard/stalled-connections',
  ],
  // No page has images to optimize: the route that does so is closed, and its errors are not logged.
  images: { unoptimized: true },
  // `pnpm verify` checks the types, with those of the routes.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  reactStrictMode: true,
  agentRules: false,
  experimental: {
    agentUpgrade: false,
    // It costs a third of a build, and saves two thirds of the next: CI builds once.
    turbopackFileSystemCacheForBuild: !process.env.CI,
    // Without a network a navigation waits for it; otherwise the browser would show its own error page instead.
    useOffline: true,
    optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'],
  },
} satisfies NextConfig;
