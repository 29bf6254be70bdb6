import { stripVTControlCharacters } from 'node:util';
import type { BlockedWebhooks } from '../../apps/api/src/features/webhooks/list-blocked-webhooks.ts';
import { dim, yellow } from '../setup/terminal.mjs';
import { builtAdmin, runAdmin } from './admin-command.ts';

/** The maximum delay of the start screen after the rest of the start, beside which the checks run. */
const maxDelayMs = 8_000;
const maxShownBlocked = 10;

const statusCommand = 'npm run -s admin -- deliveries status';
const blockedCommand = 'npm run -s admin -- webhook-allow --blocked';

/** The reason why a check has no result, to follow "could not be checked:". */
type Unchecked = { problem: string };
/** `reason` is null while webhooks are sent. */
type Hold = { reason: string | null };

export type WebhookChecks = { held: Hold | Unchecked; blocked: BlockedWebhooks[] | Unchecked };

/**
 * Checks whether webhooks are held, and which are blocked, beside the rest of the start (`starting`), and ends the
 * checks 8 s after it. A check that fails or takes too long does not prevent the start.
 */
export async function checkWebhooks<Started>(
  env: NodeJS.ProcessEnv,
  starting: Promise<Started>,
  delayMs = maxDelayMs,
): Promise<WebhookChecks & { started: Started }> {
  const ending = new AbortController();
  const checks = Promise.all([
    tryAdmin<Hold>(env, ['deliveries', 'status'], ending.signal),
    tryAdmin<{ blocked: BlockedWebhooks[] }>(env, ['webhook-allow', '--blocked'], ending.signal),
  ]);
  let timer: NodeJS.Timeout | undefined;
  try {
    const started = await starting;
    timer = setTimeout(() => ending.abort(), delayMs);
    const [held, blocked] = await checks;
    return { started, held, blocked: 'blocked' in blocked ? blocked.blocked : blocked };
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

const tryAdmin = <Output extends object>(
  env: NodeJS.ProcessEnv,
  command: string[],
  signal: AbortSignal,
): Promise<Output | Unchecked> =>
  runAdmin<Output>(env, command, { program: builtAdmin, signal }).catch((error: Error) => ({
    problem: signal.aborted ? 'this machine was too busy to check it in time' : error.message,
  }));

/** Renders the lines of the start screen while webhooks are held; none while they are sent. */
export function renderHold(hold: Hold | Unchecked): string[] {
  if ('problem' in hold) return renderUnchecked('Whether webhooks are held', hold, statusCommand);
  if (!hold.reason) return [];
  // One line for each part of "what has happened: the possible causes" (`holdExplanations` of the API).
  const [happened, causes = ''] = hold.reason.split(': ');
  return [
    yellow('Webhooks are held: nothing is sent'),
    `${happened}:`,
    `${causes}.`,
    dim('If this installation is to send, and no other one does:'),
    dim('npm run -s admin -- deliveries resume'),
  ];
}

/** Renders the first ten blocked webhooks for the start screen, each with the command that allows it. */
export function renderBlockedWebhooks(blocked: BlockedWebhooks[] | Unchecked): string[] {
  if ('problem' in blocked) return renderUnchecked('Which webhooks are blocked', blocked, blockedCommand);
  if (blocked.length === 0) return [];
  const more = blocked.length - maxShownBlocked;
  return [
    yellow('Blocked webhooks: their addresses are not public'),
    ...blocked.slice(0, maxShownBlocked).flatMap(renderBlocked),
    ...(more > 0 ? [`… and ${more} more`] : []),
    dim('Each command allows the webhook above it, for its team alone. All of them:'),
    dim(blockedCommand),
  ];
}

function renderBlocked({ teamId, teamName, origin, count, allowRule }: BlockedWebhooks): string[] {
  const name = stripVTControlCharacters(teamName).replaceAll(/\p{C}/gu, '');
  return [
    `${origin}${count > 1 ? ` (${count} webhooks)` : ''} of ${name}`,
    dim(`npm run -s admin -- webhook-allow ${teamId} ${allowRule}`),
  ];
}

const renderUnchecked = (what: string, { problem }: Unchecked, command: string): string[] => [
  yellow(`${what} could not be checked:`),
  ...`${problem}.`.replace(/\.\.$/, '.').split('\n'),
  dim(command),
];
