import { parseOneOf } from './url-state.ts';

/** The open form in the URL: it survives a reload and a new sign-in, and the command palette can link to it. */
export const requestedDialog = { parsers: { new: parseOneOf(['task', 'endpoint']) } };
