import { dim, yellow } from '../setup/terminal.mjs';
import { renderUnchecked, type Unchecked } from './admin-command.ts';

const STATUS_COMMAND = 'npm run -s admin -- deliveries status';

/** `reason`: null while webhooks are sent. */
export type Hold = { reason: string | null };

/** The lines of the start screen. */
export function renderHold(hold: Hold | Unchecked): string[] {
  if ('problem' in hold) return renderUnchecked('Whether webhooks are held', hold, STATUS_COMMAND);
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
