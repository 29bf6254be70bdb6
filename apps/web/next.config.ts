import { resolve } from 'node:path';
import type { NextConfig } from 'next';
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants';

export default function nextConfig(phase: string): NextConfig {
  const repositoryRoot = resolve(import.meta.dirname, '../..');

  return {
    output: 'standalone',
    outputFileTracingRoot: repositoryRoot,
    turbopack: { root: repositoryRoot },
    poweredByHeader: false,
    reactStrictMode: true,
    agentRules: false,
    experimental: { agentUpgrade: false },
    headers: async () => [{ source: '/:path*', headers: securityHeaders(phase) }],
  };
}

function securityHeaders(phase: string) {
  return [
    { key: 'Content-Security-Policy', value: contentSecurityPolicy(phase) },
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'Referrer-Policy', value: 'same-origin' },
    { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
    { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=()' },
  ];
}

function contentSecurityPolicy(phase: string): string {
  // Next hands its data to the page in inline scripts: without nonces they need 'unsafe-inline'.
  // React's development build also evaluates strings, to rebuild the stacks of server errors.
  const evaluation = phase === PHASE_DEVELOPMENT_SERVER ? " 'unsafe-eval'" : '';

  return [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
