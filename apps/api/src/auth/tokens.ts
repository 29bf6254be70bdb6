import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const shownLength = 6;

/** Tokens of agents and team API keys authenticate requests; the secret of an invitation does not. */
export type TokenKind = 'agent' | 'team' | 'invite';

/** What is stored of a token: its hash, and its first characters, for display. */
type StoredToken = { hash: Buffer<ArrayBuffer>; prefix: string };

/**
 * A new token: `cb_team_`, `cb_agent_` or `cb_invite_`, 30 random characters (178 bits), and a checksum of all of
 * these, with what is stored of it.
 */
export function createToken(kind: TokenKind): StoredToken & { token: string } {
  let body = `cb_${kind}_`;
  for (let i = 0; i < randomLength; i += 1) body += alphabet.charAt(randomInt(62));
  const token = body + checksum(body);
  return { token, ...toStoredToken(kind, token) };
}

export function toStoredToken(kind: TokenKind, token: string): StoredToken {
  return { hash: hashToken(token), prefix: token.slice(0, `cb_${kind}_`.length + shownLength) };
}

export const hashToken = (token: string): Buffer<ArrayBuffer> =>
  hash('sha256', token, 'buffer') as Buffer<ArrayBuffer>;

/** Matches tokens whose lengths are `randomLength` and `checksumLength`. */
const shape = /^cb_(agent|team|invite)_[0-9A-Za-z]{36}$/;

/** The kind of a token, without a query; undefined if its prefix, length or checksum is wrong. */
export function tokenKind(token: string): TokenKind | undefined {
  const kind = shape.exec(token)?.[1] as TokenKind | undefined;
  const isValid =
    kind !== undefined && checksum(token.slice(0, -checksumLength)) === token.slice(-checksumLength);
  return isValid ? kind : undefined;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let encoded = '';
  for (let i = 0; i < checksumLength; i += 1) {
    encoded = alphabet.charAt(rest % 62) + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}
