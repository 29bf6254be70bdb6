import { resolve } from 'node:path';
import type { NextConfig } from 'next';

const repositoryRoot = resolve(import.meta.dirname, '../..');

// The Content-Security-Policy differs with each answer: src/proxy.ts sets it.
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=()' },
];

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
  poweredByHeader: false,
  reactStrictMode: true,
  agentRules: false,
  experimental: {
    agentUpgrade: false,
    optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'],
  },
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
} satisfies NextConfig;
