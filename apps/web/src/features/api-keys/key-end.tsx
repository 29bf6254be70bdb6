import type { ApiKey } from '@crewboard/contracts';
import { IconKeyOff } from '@tabler/icons-react';
import { ExpiryLabel } from '../../components/expiry-label.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import styles from './key-row.module.css';
import type { KeyState } from './key-state.ts';

/** When a key expires, or how it ended. */
export function KeyEnd({ apiKey, state }: { apiKey: ApiKey; state: KeyState }) {
  if (state === 'revoked' && apiKey.revokedAt) {
    return (
      <span className={styles.ended}>
        <IconKeyOff aria-hidden size={14} />
        <span>
          Revoked <RelativeTime time={apiKey.revokedAt} />
        </span>
      </span>
    );
  }
  if (!apiKey.expiresAt) return <span>Never expires</span>;
  return <ExpiryLabel time={apiKey.expiresAt} />;
}
