import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** What the hosts file has for a name in lower case, IPv4 first: nothing where there is no such file, as on Windows. */
export async function listedAddresses(name: string, hostsFile = '/etc/hosts'): Promise<string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const addresses = text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) && names.includes(name) ? [address] : [];
  });
  return addresses.sort((one, other) => isIP(one) - isIP(other));
}
