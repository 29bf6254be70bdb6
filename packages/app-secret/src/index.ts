export { type AppSecrets, toAppSecrets } from './app-secrets.ts';
export { deriveKey, type Purpose } from './derive-key.ts';
export { DEVICE_TOKEN_DAYS, isDeviceToken, readDeviceToken, signDeviceToken } from './device-token.ts';
export { SecretBox } from './secret-box.ts';
export { readWebToken, signWebToken, type WebClaims } from './web-token.ts';
