import { PageSkeleton } from '../../../../components/page-skeleton.tsx';

export default function BoardLoading() {
  return <PageSkeleton />;
}
