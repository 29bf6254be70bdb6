import { RelativeTime } from '../../components/relative-time.tsx';

export function LastSuccess({ at }: { at: string | null }) {
  return at ? <RelativeTime time={at} /> : <span>No success yet</span>;
}
