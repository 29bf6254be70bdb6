import type { Destination } from './allow-list.ts';

/** Where a request goes. The host name is in lower case, without brackets and without a dot at the end. */
type Target = Destination & { url: URL };

const longest = 2_048;

/** Reads the URL of a receiver; a text says in words for a person what is wrong with it. */
export function readTarget(text: string): Target | string {
  const url = text.length > longest ? 'too long' : URL.parse(text);
  if (url === null) return 'is not a valid URL';
  if (url === 'too long' || url.href.length > longest) return 'must have at most 2,048 characters';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must start with http:// or https://';
  if (url.username || url.password) return 'must not contain a user name or a password';
  if (url.href.includes('#')) return 'must not contain a fragment (#)';
  // With the dot it is the same name to DNS, but neither to certificates nor to the list of allowed hosts.
  url.hostname = url.hostname.replace(/\.$/, '');
  const hostName = url.hostname.replace(/^\[|\]$/g, '');
  return hostName.split('.').includes('') ? 'is not a valid URL' : { url, hostName, port: portOf(url) };
}

/** URL leaves out the port that is its protocol's own. */
export const portOf = ({ protocol, port }: { protocol: string; port: string }): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80);
