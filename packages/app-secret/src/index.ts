export { deriveKey, type Purpose } from './derive-key.ts';
export { readWebToken, signWebToken, type WebClaims } from './web-token.ts';
