import { isIP } from 'node:net';
import { isAllowed } from './address-policy.ts';
import type { AllowList, Destination } from './allow-list.ts';
import { isLocalhost, type NameOptions, resolveName } from './resolve-name.ts';

/** Thrown when a destination has an address that nobody has allowed. */
export class AddressNotPublic extends Error {}

export type Vetting = { allow: AllowList } & NameOptions;

/**
 * Resolves a destination to the addresses to which a connection may go. Throws AddressNotPublic if any address is not
 * allowed (a name with mixed addresses is an attack), NameNotResolved if there is no address.
 */
export async function resolveVettedAddresses(
  destination: Destination,
  { allow, ...options }: Vetting,
): Promise<string[]> {
  const { hostName } = destination;
  const addresses = isIP(hostName) ? [hostName] : await resolveName(hostName, options);
  const allowed = addresses.filter((address) => isAllowed(address, destination, allow));
  // localhost always resolves to both loopback addresses: it suffices that one is allowed.
  const isSufficient = isLocalhost(hostName) ? allowed.length > 0 : allowed.length === addresses.length;
  if (!isSufficient) throw new AddressNotPublic();
  return allowed;
}
