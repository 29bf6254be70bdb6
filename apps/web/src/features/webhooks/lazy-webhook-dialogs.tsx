'use client';

import dynamic from 'next/dynamic';
import type { WebhookDialog, WebhookDialogsProps } from './webhook-dialogs.tsx';

const LoadedDialogs = dynamic(async () => (await import('./webhook-dialogs.tsx')).WebhookDialogs);

type LazyWebhookDialogsProps = Omit<WebhookDialogsProps, 'dialog'> & { dialog: WebhookDialog | null };

/** Loads the forms with the first dialog: most visits to these pages open none. */
export function WebhookDialogs({ dialog, ...props }: LazyWebhookDialogsProps) {
  return dialog && <LoadedDialogs dialog={dialog} {...props} />;
}
