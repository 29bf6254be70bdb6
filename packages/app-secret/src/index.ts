export { type AppSecrets, toAppSecrets } from './app-secrets.ts';
export { deriveKey } from './derive-key.ts';
export { DEVICE_TOKEN_DAYS, isDeviceToken, readDeviceToken, signDeviceToken } from './device-token.ts';
export { SecretBox } from './secret-box.ts';
export { readWebToken, signWebToken, type WebClaims } from './web-token.ts';
