'use client';

import { lazyPart } from '#lib/lazy/lazy-part.tsx';

const load = () => import('./key-dialogs.ts');

export const CreateKeyDialog = lazyPart(async () => (await load()).CreateKeyDialog);
export const KeyDialog = lazyPart(async () => (await load()).KeyDialog);
export const RevokeKeyDialog = lazyPart(async () => (await load()).RevokeKeyDialog);
