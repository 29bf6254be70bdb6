import { PageSkeleton } from '../../../../components/page-skeleton.tsx';

export default function SettingsLoading() {
  return <PageSkeleton withoutHeader />;
}
