'use client';

import dynamic from 'next/dynamic';

export const loadRecoverDialog = async () => (await import('./recover-dialog.tsx')).RecoverDialog;

/** It comes when somebody reaches for its button, so that the log itself is there sooner. */
export const RecoverDialog = dynamic(loadRecoverDialog);
