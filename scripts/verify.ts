// `pnpm verify`: all checks before a commit. CI runs them before the tests.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { styleText } from 'node:util';

const { packageManager } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'),
);

type Check = [name: string, command: string];

/** Prepares the checks. These commands run one after another. */
const preparation: Check[] = [
  // Install explicitly, to fail while an install script is undecided (strictDepBuilds): the implicit check of pnpm
  // warns.
  ['dependencies', `npx --yes ${packageManager} install --frozen-lockfile --prefer-offline`],
  ['generated code', 'DO_NOT_TRACK=1 turbo run generate --output-logs=errors-only'],
];
/** As many run at a time as there are cores, the longest first. So each `tsc` has one checker. */
const checks: Check[] = [
  ['types', 'tsc --noEmit --checkers 1'],
  ['types of pages', 'DO_NOT_TRACK=1 turbo run types --output-logs=errors-only'],
  ['types of scripts', 'tsc --noEmit --checkers 1 -p scripts'],
  [
    'import directions',
    'depcruise --config dependency-rules.mjs apps packages examples scripts e2e bench faults',
  ],
  ['unused code', 'knip'],
  ['linear patterns', 'node scripts/checks/check-patterns.ts'],
  ['secrets', 'node scripts/checks/check-secrets.ts'],
  ['small files', 'node scripts/checks/check-small-files.ts'],
  ['client boundaries', 'node scripts/checks/check-client-boundaries.ts'],
  [
    'licenses',
    `npx --yes ${packageManager} licenses list --prod --json --filter @crewboard/api --filter @crewboard/web | node scripts/checks/check-licenses.ts`,
  ],
  ['openapi.json', 'node apps/api/src/cli/openapi.ts --check'],
  [
    'generated clients',
    'node packages/sdk/generate/main.ts --check && node packages/cli/generate/main.ts --check',
  ],
  ['OpenAPI rules', 'redocly lint openapi.json'],
  ['conflict markers', "! git grep --untracked -nE '^(<{7}|>{7}) '"],
  ['compose', 'dclint -c deploy/.dclintrc.yaml --max-warnings 0 deploy/compose.yaml'],
  ['format and lint', 'biome ci --colors=off .'],
];

const root = path.join(import.meta.dirname, '..');
const bin = path.join(root, 'node_modules/.bin');
const env = {
  ...process.env,
  PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  DO_NOT_TRACK: '1',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/** Runs a command; resolves to its exit code and output. */
function run(command: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { cwd: root, env, shell: true });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

let failed = 0;

async function runChecks(waiting: Check[]): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const [name, command] = check;
    const started = performance.now();
    const { code, output } = await run(command);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const mark = code === 0 ? styleText('green', '✓') : styleText('red', '✗');
    console.log(`${mark} ${name.padEnd(18)} ${seconds} s`);
    if (code !== 0) {
      failed += 1;
      console.log(`\n${output.trim()}\n`);
    }
  }
}

await runChecks(preparation);
await Promise.all(Array.from({ length: availableParallelism() }, () => runChecks(checks)));
process.exit(failed === 0 ? 0 : 1);
