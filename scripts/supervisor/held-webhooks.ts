import { dim, yellow } from '../setup/terminal.mjs';
import { runAdmin } from './admin-command.ts';

const TIMEOUT_MS = 8_000;
const STATUS_COMMAND = 'npm run -s admin -- deliveries status';

/** `reason`: null while webhooks are sent. */
export type Hold = { reason: string | null };

/** Whether webhooks are held. Undefined when the check fails or times out: it must not prevent the start. */
export const findHold = (env: NodeJS.ProcessEnv): Promise<Hold | undefined> =>
  runAdmin<Hold>(env, ['deliveries', 'status'], { timeoutMs: TIMEOUT_MS }).catch(() => undefined);

/** The lines of the start screen. */
export function renderHold(hold: Hold | undefined): string[] {
  if (!hold)
    return [yellow('Whether webhooks are held could not be checked. Look with'), dim(STATUS_COMMAND)];
  if (!hold.reason) return [];
  const [happened, cause = ''] = hold.reason.split(': ');
  return [
    yellow('Webhooks are held: nothing is sent'),
    `${happened}:`,
    `${cause}.`,
    dim('If this installation is to send, and no other one does:'),
    dim('npm run -s admin -- deliveries resume'),
  ];
}
