import { randomBytes } from 'node:crypto';
import type { VerbContext } from '../verb-context.ts';

/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32;

/** A new signing secret of an endpoint: the text that its response shows once, and the sealed text to store. */
export async function createSecret({ secretBox }: VerbContext, webhookId: string) {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  return { secret, sealed: await secretBox.seal(secret, webhookId) };
}
