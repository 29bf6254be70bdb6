import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Me } from '@crewboard/sdk';
import type { Command } from 'commander';
import {
  type Config,
  defaultUrl,
  findConfig,
  findDefaultProject,
  maxRetries,
  removeConfig,
  requireUrl,
  toClient,
  writeConfig,
} from '../config.ts';
import { formatResult, toLine } from '../print.ts';
import { callService } from '../service-errors.ts';
import { readAll, type Terminal } from '../terminal.ts';
import { requireProject } from './use-project-command.ts';

/** `login` checks and stores a token, `logout` removes it, `whoami` shows whom it belongs to. */
export function addLoginCommands(program: Command, terminal: Terminal): void {
  program
    .command('login')
    .summary('Store the URL of a service and a token')
    .description('Checks a token and stores it with the URL, in a file that only you can read.')
    .option('--url <URL>', `Where the API listens; ${defaultUrl} by default.`)
    .option(
      '--token <TOKEN>',
      'Other users of this machine can see this argument: enter the token at the prompt or pipe it in instead.',
    )
    .option('--project <PROJECT_ID>', 'The default project; `crewboard projects use` changes it.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ crewboard login\n  $ echo "$TOKEN" | crewboard login --url https://crewboard.example.com',
    )
    .action(async ({ url: givenUrl, token: givenToken, project: projectId }: LoginOptions) => {
      const url = givenUrl ?? (await askForUrl(terminal));
      requireUrl(url);
      const token = givenToken ?? (await askForToken(terminal));
      const me = await findCaller({ url, token });
      const project = projectId && (await requireProject({ url, token }, projectId));
      const file = writeConfig(terminal.env, { url, token, projectId });
      const more = project ? `, default project ${project}` : '';
      terminal.stderr.write(`${describe(me)}${more}. Stored in ${file}.\n`);
    });

  program
    .command('logout')
    .summary('Remove the stored token')
    .description(
      'Removes the token from this machine. It stays valid: rotate or revoke it to end it everywhere.',
    )
    .action(() => {
      const file = removeConfig(terminal.env);
      terminal.stderr.write(
        file ? `Removed ${file}. The token itself stays valid.\n` : 'No token is stored.\n',
      );
    });

  program
    .command('whoami')
    .summary('Show whom the token belongs to')
    .option('--json', 'JSON instead of text.')
    .action(async ({ json }: { json?: boolean }) => {
      const { env, stdout } = terminal;
      const me = await findCaller(findConfig(env));
      stdout.write(`${json ? formatResult(me, { json }) : describe(me)}\n`);
      const projectId = findDefaultProject(env);
      if (projectId && !json) stdout.write(`Default project ${toLine(projectId)}\n`);
    });
}

/** More than a token can have. */
const maxTokenBytes = 4_096;

/** Asks a question on the terminal. With `isHidden`, the input is not echoed. */
async function ask(terminal: Terminal, question: string, { isHidden = false } = {}): Promise<string> {
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isHidden) terminal.stderr.write(question);
  const output = isHidden ? muted : terminal.stderr;
  const lines = createInterface({ input: terminal.stdin, output, terminal: true });
  // Readline catches Ctrl-C in the terminal: pass it on.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await lines.question(isHidden ? '' : question)).trim();
  } finally {
    lines.close();
    if (isHidden) terminal.stderr.write('\n');
  }
}

/** Reads the token from the terminal, or from standard input if that is not a terminal. */
async function askForToken(terminal: Terminal): Promise<string> {
  return terminal.stdin.isTTY
    ? ask(terminal, 'Token (cb_agent_… or cb_team_…): ', { isHidden: true })
    : ((await readAll(terminal.stdin, maxTokenBytes))?.toString() ?? '').trim();
}

async function askForUrl(terminal: Terminal): Promise<string> {
  return (terminal.stdin.isTTY && (await ask(terminal, `URL of the API (${defaultUrl}): `))) || defaultUrl;
}

const describe = ({ kind, team, agent, key }: Me): string =>
  `${kind === 'agent' ? 'Agent' : 'Team API key'} ${toLine(agent?.name ?? key?.name ?? '')} of the team ${toLine(team.name)}`;

const findCaller = (config: Config): Promise<Me> =>
  callService({ url: config.url, isAlwaysFound: true }, () => toClient(config).me({ maxRetries }));

type LoginOptions = { url?: string; token?: string; project?: string };
