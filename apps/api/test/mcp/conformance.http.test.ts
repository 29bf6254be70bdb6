import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { useApi } from '../harness.ts';
import { createWorld } from '../support/world.ts';
import { startAuthorizingProxy } from './support/authorizing-proxy.ts';

const api = useApi();
const suite = path.join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
);

type Check = { id: string; status: string; errorMessage?: string };

/** The failed checks of the official suite by scenario, and the scenarios that passed. */
async function runSuite(options: string[]) {
  const { team, ada } = await createWorld(api());
  await api().createTask(team);
  const proxy = await startAuthorizingProxy(api().url, ada.token);
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await rm(folder, { recursive: true });
  });
  // It ends with 1 when a scenario fails, also one that does not apply.
  await new Promise((resolve) => {
    execFile(
      process.execPath,
      [suite, 'server', '--url', `${proxy.url}/mcp`, '-o', folder, ...options],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      resolve,
    );
  });
  const passed: string[] = [];
  const failed: Record<string, Check[]> = {};
  for (const name of await readdir(folder)) {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    // Of an extension of the protocol that the service does not have.
    if (/^tasks-|^sep-2640-/.test(scenario)) continue;
    const checks: Check[] = JSON.parse(await readFile(path.join(folder, name, 'checks.json'), 'utf8'));
    const failures = checks.filter(({ status }) => status === 'FAILURE');
    if (failures.length > 0) failed[scenario] = failures;
    else passed.push(scenario);
  }
  return { passed, failed };
}

/** What the suite expects of a server of its own: its tools, prompts and resources, and what is not declared here. */
const doesNotApply = [
  /Unknown tool: (test_|json_schema_)/,
  /Unknown prompt: test_/,
  /Resource not found: test:\/\//,
  /^Not testable: server (does not list the diagnostic tool|exposes no tool with x-mcp-header)/,
  /Tool 'json_schema_2020_12_tool' not found/,
  /could not get initial InputRequiredResult/,
  /Expected InputRequiredResult with inputRequests/,
];

/** Of capabilities that are not declared, and deprecated ones: completion, logging, subscriptions to resources. */
const undeclared = [
  'completion-complete',
  'logging-set-level',
  'tools-call-with-logging',
  'resources-subscribe',
  'resources-unsubscribe',
];

it.each([
  {
    version: '2026-07-28',
    options: ['--requirements', '2026-07-28'],
    applicable: [
      'tools-list',
      'resources-list',
      'sep-2164-resource-not-found',
      'prompts-list',
      'dns-rebinding-protection',
      'caching',
      'http-header-validation',
      'server-sse-multiple-streams',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
    ],
  },
  {
    version: '2025-11-25',
    options: ['--suite', 'all', '--spec-version', '2025-11-25'],
    applicable: [
      'server-initialize',
      'server-session-lifecycle',
      'ping',
      'tools-list',
      'resources-list',
      'prompts-list',
      'dns-rebinding-protection',
      'server-sse-polling',
      'server-sse-multiple-streams',
    ],
  },
])('passes what applies of the official suite for $version', async ({ options, applicable }) => {
  const { passed, failed } = await runSuite(options);
  expect(passed).toEqual(expect.arrayContaining(applicable));
  for (const [scenario, checks] of Object.entries(failed)) {
    if (undeclared.includes(scenario)) continue;
    const unexplained = checks.filter(
      ({ errorMessage = '' }) => !doesNotApply.some((reason) => reason.test(errorMessage)),
    );
    expect(unexplained, scenario).toEqual([]);
  }
});
