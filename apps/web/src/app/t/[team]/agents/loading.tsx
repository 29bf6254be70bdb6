import { PageSkeleton } from '../../../../components/page-skeleton.tsx';

export default function AgentsLoading() {
  return <PageSkeleton />;
}
