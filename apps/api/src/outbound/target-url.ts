import type { Destination } from './allow-list.ts';

/** The destination of a request. The host name is in lower case, without brackets and without a dot at the end. */
type Target = Destination & { url: URL };

const maxTargetLength = 2_048;

/** Reads the URL of a receiver. Returns why it is invalid, as text for people, instead of the target. */
export function readTarget(text: string): Target | string {
  const url = text.length > maxTargetLength ? 'too long' : URL.parse(text);
  if (url === null) return 'is not a valid URL';
  if (url === 'too long' || url.href.length > maxTargetLength) return 'must have at most 2,048 characters';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must start with http:// or https://';
  if (url.username || url.password) return 'must not contain a user name or a password';
  if (url.href.includes('#')) return 'must not contain a fragment (#)';
  // DNS ignores the dot at the end; certificates and allow lists do not.
  url.hostname = url.hostname.replace(/\.$/, '');
  const hostName = url.hostname.replace(/^\[|\]$/g, '');
  return hostName.split('.').includes('') ? 'is not a valid URL' : { url, hostName, port: portOf(url) };
}

/** `URL` omits the default port of the protocol. */
export const portOf = ({ protocol, port }: { protocol: string; port: string }): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80);
