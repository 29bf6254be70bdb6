// Fails when a regular expression of the programs does not match in linear time, because a caller could block the
// process with a long text. `pnpm patterns` checks all patterns and lists them in linear-patterns.json. `pnpm verify`
// checks only patterns that are not listed, and fails until the list is up to date. It checks all of them after an edit
// of the list by hand, and with another version of the checker.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Argument, type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';
import { listFiles } from './list-files.ts';

// Must be set before the import: selects the checker without Java or a native binary.
process.env.RECHECK_BACKEND = 'pure';
const { check } = await import('recheck');

/** No time limits: a busy machine must not change a result. The checker limits its own work. */
const bounds = { timeout: 120_000, attackTimeout: null, incubationTimeout: null, randomSeed: 1 } as const;

type Pattern = { source: string; flags: string };
type Found = { place: string; pattern: Pattern | undefined };

/** The text of a string or of a template without values. */
function constantText(argument: Argument | undefined): string | undefined {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type !== 'TemplateLiteral' || argument.expressions.length > 0) return undefined;
  return argument.quasis[0]?.value.cooked ?? undefined;
}

/**
 * Finds the regular expressions of a file: literals and RegExp calls. `pattern` is undefined if it is built at run
 * time.
 */
function patternsIn(file: string, text: string): Found[] {
  const found: Found[] = [];
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const add = (start: number, pattern: Pattern | undefined) => {
    const line = text.slice(0, start).split('\n').length;
    found.push({ place: `${file}:${line}`, pattern });
  };
  const addConstructed = ({ start, callee, arguments: [first, flags] }: NewExpression | CallExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    if (first?.type === 'Literal' && 'regex' in first) return;
    const source = constantText(first);
    add(start, source === undefined ? undefined : { source, flags: constantText(flags) ?? '' });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, { source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: addConstructed,
    CallExpression: addConstructed,
  }).visit(program);
  return found;
}

/** Whether a part can repeat without end. Other patterns are linear, and the checker takes seconds for some of them. */
const isUnbounded = (source: string): boolean =>
  /[*+]|\{\d+,\}/.test(source.replaceAll(/\\./gs, '').replaceAll(/\[[^\]]*/g, ''));

/** Why the pattern is not allowed; undefined when it matches in linear time. */
async function findProblem({ source, flags }: Pattern): Promise<string | undefined> {
  if (!isUnbounded(source)) return undefined;
  const result = await check(source, flags, bounds);
  if (result.status === 'safe') return undefined;
  if (result.status === 'vulnerable') {
    return `matches in ${result.complexity.summary} time, for example ${result.attack.pattern}`;
  }
  return `could not be checked (${result.error.kind})`;
}

const root = path.join(import.meta.dirname, '../..');
const folders = ['apps', 'packages', 'examples', 'scripts', 'e2e', 'bench', 'faults'];
const files = listFiles(...folders)
  // Tests match only their own data.
  .filter((file) => /\.(?:ts|tsx|js|mjs|cjs)$/.test(file) && !/\/test\/|^e2e\/|\.test\.tsx?$/.test(file));

/** The patterns that the last run with --update found to be linear. Checking a pattern takes up to three seconds. */
const listFile = path.join(import.meta.dirname, 'linear-patterns.json');
const isUpdate = process.argv.includes('--update');
const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
/**
 * A hash of the list and the version of the checker. The list is trusted only while both are those of the last update.
 */
const checksumOf = (patterns: string[]) =>
  createHash('sha256')
    .update([devDependencies.recheck, ...patterns].join('\n'))
    .digest('hex');
const list: { checksum: string; patterns: string[] } = JSON.parse(readFileSync(listFile, 'utf8'));
const isTrusted = !isUpdate && list.checksum === checksumOf(list.patterns);

const problems: string[] = [];
const verdicts = new Map<string, Promise<string | undefined>>(
  (isTrusted ? list.patterns : []).map((literal) => [literal, Promise.resolve(undefined)]),
);
const used = new Set<string>();
for (const file of files) {
  for (const { place, pattern } of patternsIn(file, readFileSync(path.join(root, file), 'utf8'))) {
    if (!pattern) {
      problems.push(`${place} builds a pattern at run time: write it as a literal`);
      continue;
    }
    const literal = `/${pattern.source}/${pattern.flags}`;
    if (!verdicts.has(literal)) verdicts.set(literal, findProblem(pattern));
    const problem = await verdicts.get(literal);
    if (problem) problems.push(`${place} ${literal} ${problem}`);
    else used.add(literal);
  }
}
const linear = [...used].sort();
const checksum = checksumOf(linear);
if (isUpdate) writeFileSync(listFile, `${JSON.stringify({ checksum, patterns: linear }, null, 2)}\n`);
else if (checksum !== list.checksum)
  problems.push('scripts/checks/linear-patterns.json is not up to date: run `pnpm patterns`');
console.log(problems.join('\n') || `${linear.length} patterns, each linear`);
process.exit(problems.length === 0 ? 0 : 1);
