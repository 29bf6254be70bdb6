import type { Metadata } from 'next';
import Link from 'next/link';
import { Notice } from '../components/notice.tsx';
import { PageFrame } from '../components/page-frame.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFoundPage() {
  return (
    <PageFrame>
      <Notice title="There is nothing at this address">
        <p>It was deleted, or the link has a typing error.</p>
        <p>
          <Link href="/">Go to the start page</Link>
        </p>
      </Notice>
    </PageFrame>
  );
}
