import type { ApiKey } from '@crewboard/contracts';
import { IconKeyOff } from '@tabler/icons-react';
import { Cell, NarrowMeta } from '#components/lists/data-table.tsx';
import { RevokeButton } from '#components/lists/revoke-button.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { ExpiryLabel } from '#domain/expiry/expiry-label.tsx';
import { accessNames } from './key-access.ts';
import styles from './key-row.module.css';
import type { KeyState } from './key-state.ts';

interface KeyRowProps {
  apiKey: ApiKey;
  state: KeyState;
  onRevoke: () => void;
}

export function KeyRow({ apiKey, state, onRevoke }: KeyRowProps) {
  const lastUsed = apiKey.lastUsedAt ? <RelativeTime time={apiKey.lastUsedAt} /> : <span>Never used</span>;
  return (
    <tr data-muted={state === 'active' ? undefined : true}>
      <Cell>
        <div className={styles.name} dir="auto">
          {apiKey.name}
        </div>
        <code className={styles.prefix}>{apiKey.prefix}…</code>
        <NarrowMeta>
          <span>{accessNames[apiKey.access]}</span>
          <KeyEnd apiKey={apiKey} state={state} />
          <span>
            {apiKey.lastUsedAt && 'Used '}
            {lastUsed}
          </span>
        </NarrowMeta>
      </Cell>
      <Cell wideOnly>{accessNames[apiKey.access]}</Cell>
      <Cell wideOnly>
        <RelativeTime time={apiKey.createdAt} />
      </Cell>
      <Cell wideOnly>{lastUsed}</Cell>
      <Cell wideOnly>
        <KeyEnd apiKey={apiKey} state={state} />
      </Cell>
      <Cell>{state === 'active' && <RevokeButton label={`Revoke ${apiKey.name}`} onClick={onRevoke} />}</Cell>
    </tr>
  );
}

/** When a key expires, or when it was revoked. */
function KeyEnd({ apiKey, state }: { apiKey: ApiKey; state: KeyState }) {
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
