import { RelativeTime } from '../../components/relative-time.tsx';

export function LastActive({ at }: { at: string | null }) {
  return at ? <RelativeTime time={at} /> : <span>Never active</span>;
}
