import type { Metadata } from 'next';
import { NotFoundNotice } from './not-found-notice.tsx';
import { PageHeader } from './team-parts.ts';

export const metadata: Metadata = { title: 'Not found' };

export default function TeamNotFoundPage() {
  return (
    <>
      <PageHeader title="Not found" />
      <NotFoundNotice />
    </>
  );
}
