import type { Metadata } from 'next';
import Link from 'next/link';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function TeamNotFoundPage() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        action={
          <Link href="/" style={{ textDecoration: 'underline' }}>
            Go to your board
          </Link>
        }
        title="There is nothing at this address"
      >
        It may have been deleted, or the link has a typing error.
      </EmptyState>
    </>
  );
}
