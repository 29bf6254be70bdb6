export { addressKey, UNKNOWN_ADDRESS } from './address-key.ts';
export { clientAddress } from './client-address.ts';
export { readTrustProxy, type TrustProxy } from './trust-proxy.ts';
