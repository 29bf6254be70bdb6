import { createHmac } from 'node:crypto';

type Signed = {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string | Buffer;
};

/** The signature of one secret (whsec_…) over id, time and the raw body: Standard Webhooks 1.0, `v1`. */
export function sign(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}
