export { deriveKey, type Purpose } from './derive-key.ts';
export { SecretBox } from './secret-box.ts';
export { readWebToken, signWebToken, type WebClaims } from './web-token.ts';
