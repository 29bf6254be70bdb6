import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** The addresses of a name (in lower case) in the hosts file, IPv4 first; none without such a file. */
export async function readHostsFile(name: string, hostsFile = '/etc/hosts'): Promise<string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const addresses = text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) && names.includes(name) ? [address] : [];
  });
  return addresses.sort((one, other) => isIP(one) - isIP(other));
}
