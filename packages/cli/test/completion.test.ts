import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runCli, useFolder } from './support/run-cli.ts';

const run = promisify(execFile);
/** Without files, which shells offer after --. */
const cwd = useFolder();

const quoteAll = (line: string): string =>
  line
    .split(' ')
    .map((word) => `'${word}'`)
    .join(' ');

const inBash = (line: string) =>
  `COMP_WORDS=(${quoteAll(line)}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _crewboard; printf '%s\\n' "\${COMPREPLY[@]}"`;

/** For each shell, what prints the words that it offers at the end of a line, after the script. */
const questions: Record<string, (line: string) => string> = {
  bash: inBash,
  // Its completion runs in an interactive shell alone, with these options for functions of bash. It offers the words
  // that begin with the last one.
  zsh: (line) =>
    `emulate sh; setopt kshglob noshglob braceexpand\n${inBash(line)} | while read -r word; do
      [[ $word == "\${COMP_WORDS[COMP_CWORD]}"* ]] && printf '%s\\n' "$word"; done; true`,
  fish: (line) => `complete -C '${line}'`,
};
/** Zsh defines this when its completion is initialized. */
const preludes: Record<string, string> = { zsh: 'compdef() { : }' };

async function complete(shell: string, line: string): Promise<string[]> {
  const { stdout: script } = await runCli(['completion', shell]);
  const question = questions[shell]?.(line);
  const { stdout } = await run(shell, ['-c', `${preludes[shell] ?? ''}\n${script}\n${question}`], { cwd });
  return stdout.split('\n').filter(Boolean).sort();
}

describe.each(Object.keys(questions))('%s', (shell) => {
  const isInstalled = spawnSync(shell, ['-c', 'true']).status === 0;

  it.skipIf(!isInstalled).each([
    ['ta', ['tasks']],
    ['tasks claim', ['claim', 'claim-next']],
    ['tasks move tasks --st', ['--status']],
    ['tasks move x --status ', ['cancelled', 'done', 'in_progress', 'todo']],
    ['completion ', ['--help', 'bash', 'fish', 'zsh']],
    ['help t', ['tasks', 'teams']],
    ['help tasks claim', ['claim', 'claim-next']],
    ['tasks help claim', ['claim', 'claim-next']],
    ['work -- ta', []],
    ['work -- --', []],
  ])('completes crewboard %s', async (line, words) => {
    expect(await complete(shell, `crewboard ${line}`)).toEqual(words);
  });
});
