import { spawn } from 'node:child_process';
import path from 'node:path';
import { styleText } from 'node:util';

// One command tells the truth before a commit, and is what CI runs before the tests.
const checks: [name: string, command: string][] = [
  ['format and lint', 'biome ci --colors=off .'],
  ['generated code', 'turbo run generate --output-logs=errors-only'],
  [
    'import directions',
    'depcruise --config dependency-rules.mjs apps packages examples scripts e2e bench faults',
  ],
  ['unused code', 'knip'],
  ['linear patterns', 'node scripts/check-patterns.ts'],
  ['types', 'turbo run types --output-logs=errors-only'],
  ['openapi.json', 'node apps/api/src/cli/openapi.ts --check'],
];

const root = path.join(import.meta.dirname, '..');
const bin = path.join(root, 'node_modules/.bin');
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, DO_NOT_TRACK: '1' };

/** Runs a command and resolves to its exit code and all it printed. */
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
for (const [name, command] of checks) {
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
process.exit(failed === 0 ? 0 : 1);
