'use client';

import type { ApiKey, ApiKeyWithSecret } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '#components/lists/data-table.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import { ExpiryNotice } from '#domain/expiry/expiry-notice.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { serviceNow } from '#lib/time/service-clock.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { KeyRow } from './key-row.tsx';
import { keyState, sortKeys } from './key-state.ts';
import { CreateKeyDialog, KeyDialog, RevokeKeyDialog } from './lazy-key-dialogs.ts';

/** The open dialog. Only this state holds a new key, which is lost when the dialog closes. */
type Dialog = 'create' | { revoke: ApiKey } | { created: ApiKeyWithSecret };

const COLUMNS: Column[] = [
  { name: 'Name' },
  { name: 'Access', wide: true },
  { name: 'Created', wide: true },
  { name: 'Last used', wide: true },
  { name: 'Expires', wide: true },
  { name: 'Actions', silent: true },
];

export function KeyList() {
  const team = useTeam();
  const keys = useQuery(useTRPC().apiKeys.list.queryOptions({ teamId: team.id }));
  const { dialog, open, close } = useDialog<Dialog>();
  usePreload(CreateKeyDialog, KeyDialog, RevokeKeyDialog);
  const now = new Date(serviceNow());
  const createButton = (
    <Button leftSection={<IconPlus aria-hidden size={15} />} onClick={() => open('create')} size="xs">
      New API key
    </Button>
  );

  return (
    <>
      <SectionHeader action={createButton} title="API keys">
        For clients that act for the whole team: create tasks, manage agents. Agents have tokens of their own.
      </SectionHeader>
      <ExpiryNotice
        expiring={(keys.data ?? []).filter(({ revokedAt }) => !revokedAt)}
        many="API keys"
        one="The API key"
      >
        To replace a key, create a new key, give it to the programs that use the old key, then revoke the old
        key.
      </ExpiryNotice>
      {keys.data && keys.data.length > 0 && (
        <DataTable columns={COLUMNS} label="API keys">
          {sortKeys(keys.data, now).map((key) => (
            <KeyRow
              apiKey={key}
              key={key.id}
              onRevoke={() => open({ revoke: key })}
              state={keyState(key, now)}
            />
          ))}
        </DataTable>
      )}
      {keys.data?.length === 0 && (
        <EmptyState action={createButton} icon={<IconKey aria-hidden />} title="No API keys yet">
          Create one to let a script or a service work with the board.
        </EmptyState>
      )}
      <QueryError query={keys} />
      {dialog === 'create' && <CreateKeyDialog onClose={close} onCreated={(created) => open({ created })} />}
      {dialog && dialog !== 'create' && 'revoke' in dialog && (
        <RevokeKeyDialog apiKey={dialog.revoke} onClose={close} />
      )}
      {dialog && dialog !== 'create' && 'created' in dialog && (
        <KeyDialog created={dialog.created} onClose={close} />
      )}
    </>
  );
}
