import type { Metadata } from 'next';
import { PageHeader } from '../../../components/page-header.tsx';
import { NotFoundNotice } from './not-found-notice.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function TeamNotFoundPage() {
  return (
    <>
      <PageHeader title="Not found" />
      <NotFoundNotice />
    </>
  );
}
