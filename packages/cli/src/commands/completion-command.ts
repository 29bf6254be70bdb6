import { Argument, type Command } from 'commander';
import { CliError, exitCodes } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';

/**
 * `completion` prints a script that completes commands and flags by itself, in 1 ms. The script of a library for
 * commander (@bomb.sh/tab 0.0.22) starts this program at each Tab, for 75 ms of processor time, adds 36 KB to it,
 * completes no topic of `help`, and offers flags instead of files after `work --`.
 */
export function addCompletionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .summary('Print a script that completes commands in your shell')
    .addArgument(new Argument('<SHELL>').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      '\nExamples:\n  $ echo \'eval "$(crewboard completion bash)"\' >> ~/.bashrc\n  $ echo \'eval "$(crewboard completion zsh)"\' >> ~/.zshrc\n  $ crewboard completion fish > ~/.config/fish/completions/crewboard.fish',
    )
    .action((shell: string) => {
      const print = shells[shell];
      if (!print) throw new CliError(`There is no script for ${shell}.`, exitCodes.usage);
      terminal.stdout.write(print(completionsOf(program)));
    });
}

/** The words that may follow a command (subcommands, argument values, flags), and the values of its flags. */
type Completion = { path: string; words: string[]; choices: { flag: string; values: readonly string[] }[] };

const visible = (command: Command): Command[] => command.createHelp().visibleCommands(command);
const namesOf = (commands: readonly Command[]): string[] => commands.map((each) => each.name());

function completionsOf(command: Command, path: string[] = []): Completion[] {
  const subcommands = visible(command);
  const [argument] = command.registeredArguments;
  const flags = command.createHelp().visibleOptions(command);
  const own: Completion = {
    path: path.join(' '),
    words: [
      ...namesOf(subcommands),
      ...(argument?.argChoices ?? []),
      ...flags.flatMap(({ long }) => long ?? []),
    ],
    choices: flags.flatMap(({ long, argChoices }) =>
      long && argChoices ? [{ flag: long, values: argChoices }] : [],
    ),
  };
  return [
    own,
    ...subcommands.flatMap((each) => {
      const next = [...path, each.name()];
      return each.name() === 'help' ? topicsOf(command, next) : completionsOf(each, next);
    }),
  ];
}

/** The commands that `help` takes. */
function topicsOf(command: Command, path: string[]): Completion[] {
  const subcommands = visible(command).filter((each) => each.name() !== 'help');
  if (subcommands.length === 0) return [];
  return [
    { path: path.join(' '), words: namesOf(subcommands), choices: [] },
    ...subcommands.flatMap((each) => topicsOf(each, [...path, each.name()])),
  ];
}

const quotedPaths = (completions: Completion[]): string[] =>
  completions.flatMap(({ path }) => (path ? `'${path}'` : []));

/**
 * A bash function. It finds the longest command in the words typed so far, skipping arguments and flags. Files follow
 * `--`.
 */
function bash(completions: Completion[]): string {
  const offer = (words: readonly string[]) =>
    `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current")) ;;`;
  const cases = completions.flatMap(({ path, words, choices }) => [
    ...choices.map(({ flag, values }) => `    '${path}|${flag}') ${offer(values)}`),
    `    '${path}|'*) ${offer(words)}`,
  ]);
  return `_crewboard() {
  local word known='' current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    [ "$word" = -- ] && return
    case "\${known:+$known }$word" in
      ${quotedPaths(completions).join('|')}) known="\${known:+$known }$word" ;;
    esac
  done
  case "$known|$previous" in
${cases.join('\n')}
  esac
}
complete -o default -F _crewboard crewboard
`;
}

/** Zsh can run completion functions of bash. */
const zsh = (completions: Completion[]): string =>
  `autoload -U +X bashcompinit && bashcompinit\n${bash(completions)}`;

function fish(completions: Completion[]): string {
  const lines = completions.flatMap(({ path, words, choices }) => {
    const isHere = `__crewboard_path_is '${path}'`;
    return [
      `complete -c crewboard -f -n "${isHere}" -a '${words.join(' ')}'`,
      ...choices.map(
        ({ flag, values }) =>
          `complete -c crewboard -n "${isHere}" -l ${flag.slice(2)} -xa '${values.join(' ')}'`,
      ),
    ];
  });
  return `function __crewboard_path_is
  set -l path ''
  for word in (commandline -opc)[2..-1]
    test "$word" = --; and return 1
    set -l longer (string trim "$path $word")
    contains -- $longer ${quotedPaths(completions).join(' ')}; and set path $longer
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

const shells: Record<string, (completions: Completion[]) => string> = { bash, zsh, fish };
