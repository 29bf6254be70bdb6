import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { pagePolicy } from '../http/response/security-headers.ts';

/** Below this prefix, Scalar serves its script as `js/scalar.js`. */
const routePrefix = '/docs';
export const scriptPath = `${routePrefix}/js/scalar.js`;
const hash = (text: string) => createHash('sha256').update(text).digest('base64');

const configuration = {
  url: '/openapi.json',
  cdn: scriptPath,
  pageTitle: 'Crewboard API',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

type Reference = { page: string; policy: string; script: string };

let reference: Promise<Reference> | undefined;

/**
 * The API reference at /docs: the page of Scalar, its Content-Security-Policy, and its script. The page names the
 * version of the script in its URL, so that caches may keep the script forever.
 */
export function apiReference(): Promise<Reference> {
  reference ??= makeReference();
  return reference;
}

async function makeReference(): Promise<Reference> {
  // Loaded for the first reader: the package has 4 MB, and most callers are agents, who do not read the page.
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const scalarOnly = Fastify();
  await scalarOnly.register(scalar, { routePrefix, configuration });
  const [{ body: page }, { body: script }] = [
    await scalarOnly.inject('/docs/'),
    await scalarOnly.inject(scriptPath),
  ];
  await scalarOnly.close();
  const version = encodeURIComponent(hash(script).slice(0, 12));
  const versioned = page.replaceAll(scriptPath, `${scriptPath}?v=${version}`);
  return { page: versioned, policy: policyOf(versioned), script };
}

/**
 * Allows the script file of the page, and its inline scripts by their hashes: a nonce would forbid caching the page.
 */
function policyOf(page: string): string {
  const scripts = [...page.matchAll(/<script([^<>]*)>([^<]*)<\/script>/g)];
  const inlineScripts = scripts.filter(([, attributes]) => !attributes?.includes(' src='));
  const hashes = inlineScripts.map(([, , script = '']) => `'sha256-${hash(script)}'`);
  return pagePolicy(
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    // Scalar's components write style elements and attributes.
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
  );
}
