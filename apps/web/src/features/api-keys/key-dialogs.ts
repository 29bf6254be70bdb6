// One import for all dialogs: with an import each, the code that they share would be one more file to load.
export { CreateKeyDialog } from './create-key-dialog.tsx';
export { KeyDialog } from './key-dialog.tsx';
export { RevokeKeyDialog } from './revoke-key-dialog.tsx';
