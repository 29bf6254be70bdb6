import type { Metadata } from 'next';
import { PageMessage } from '#components/notices/page-message.tsx';
import { PageFrame } from '#components/page/page-frame.tsx';
import { PageLink } from './root-parts.ts';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFoundPage() {
  return (
    <PageFrame>
      <PageMessage title="There is nothing at this address">
        <p>It was deleted, or the link has a typing error.</p>
        <p>
          <PageLink href="/">Go to the start page</PageLink>
        </p>
      </PageMessage>
    </PageFrame>
  );
}
