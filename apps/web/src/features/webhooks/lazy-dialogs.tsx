'use client';

import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';
import type { WebhookDialogs as Dialogs } from './webhook-dialogs.tsx';

const Loaded = dynamic(async () => (await import('./webhook-dialogs.tsx')).WebhookDialogs);

/** Forms are no part of a page that is mostly looked at: they come with the first dialog. */
export function WebhookDialogs(props: ComponentProps<typeof Dialogs>) {
  return props.dialog && <Loaded {...props} />;
}
