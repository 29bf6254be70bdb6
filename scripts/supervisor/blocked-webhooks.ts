import { stripVTControlCharacters } from 'node:util';
import type { BlockedWebhooks } from '../../apps/api/src/features/webhooks/list-blocked-webhooks.ts';
import { dim, yellow } from '../setup/terminal.mjs';
import { runAdmin } from './admin-command.ts';

const TIMEOUT_MS = 8_000;
const MAX_SHOWN = 10;
const LIST_COMMAND = 'npm run -s admin -- webhook-allow --blocked';

/** Undefined when the check fails or times out: it must not prevent the start. */
export async function findBlockedWebhooks(env: NodeJS.ProcessEnv): Promise<BlockedWebhooks[] | undefined> {
  const command = ['webhook-allow', '--blocked'];
  return runAdmin<{ blocked: BlockedWebhooks[] }>(env, command, { timeoutMs: TIMEOUT_MS }).then(
    ({ blocked }) => blocked,
    () => undefined,
  );
}

/** The lines of the start screen: the first ten webhooks, each with the command that allows it. */
export function renderBlockedWebhooks(blocked: BlockedWebhooks[] | undefined): string[] {
  if (!blocked) return [yellow('Blocked webhooks could not be checked. List them with'), dim(LIST_COMMAND)];
  if (blocked.length === 0) return [];
  const more = blocked.length - MAX_SHOWN;
  return [
    yellow('Blocked webhooks: their addresses are not public'),
    ...blocked.slice(0, MAX_SHOWN).flatMap(renderOne),
    ...(more > 0 ? [`… and ${more} more`] : []),
    dim('Each command allows the webhook above it, for its team alone. All of them:'),
    dim(LIST_COMMAND),
  ];
}

function renderOne({ teamId, teamName, origin, count, allowRule }: BlockedWebhooks): string[] {
  const name = stripVTControlCharacters(teamName).replaceAll(/\p{C}/gu, '');
  return [
    `${origin}${count > 1 ? ` (${count} webhooks)` : ''} of ${name}`,
    dim(`npm run -s admin -- webhook-allow ${teamId} ${allowRule}`),
  ];
}
