import { stripVTControlCharacters } from 'node:util';
import type { BlockedWebhooks } from '../../apps/api/src/features/webhooks/list-blocked-webhooks.ts';
import { dim, yellow } from '../setup/terminal.mjs';
import { renderUnchecked, type Unchecked } from './admin-command.ts';

const MAX_SHOWN = 10;
const LIST_COMMAND = 'npm run -s admin -- webhook-allow --blocked';

/** The lines of the start screen: the first ten webhooks, each with the command that allows it. */
export function renderBlockedWebhooks(blocked: BlockedWebhooks[] | Unchecked): string[] {
  if ('problem' in blocked) return renderUnchecked('Which webhooks are blocked', blocked, LIST_COMMAND);
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
