'use client';

import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { type Column, DataTable } from '#components/lists/data-table.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import { ExpiryNotice } from '#domain/expiry/expiry-notice.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';
import { RenderTime, useNow } from '#lib/time/use-now.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import type { OpenKeyDialog } from './key-dialogs.tsx';
import { KeyRow } from './key-row.tsx';
import { keyState, sortKeys } from './key-state.ts';

const KeyDialogs = lazyPart(async () => (await import('./key-dialogs.tsx')).KeyDialogs);

const COLUMNS: Column[] = [
  { name: 'Name' },
  { name: 'Access', wideOnly: true },
  { name: 'Created', wideOnly: true },
  { name: 'Last used', wideOnly: true },
  { name: 'Expires', wideOnly: true },
  { name: 'Actions', isNameHidden: true },
];

/** The API keys of the team, for owners and admins. */
export function KeyList() {
  const team = useTeam();
  const keys = useQuery(useTRPC().apiKeys.list.queryOptions({ teamId: team.id }));
  const { dialog, open, close } = useDialog<OpenKeyDialog>();
  usePreload(KeyDialogs);
  const now = new Date(useNow() ?? use(RenderTime));
  const createButton = (
    <Button
      leftSection={<IconPlus aria-hidden size={15} />}
      onClick={() => open({ kind: 'create' })}
      size="xs"
    >
      New API key
    </Button>
  );

  return (
    <>
      <SectionHeader action={createButton} title="API keys">
        For clients that act for the whole team: create tasks, manage agents. Agents have tokens of their own.
      </SectionHeader>
      <ExpiryNotice
        credentials={(keys.data ?? []).filter(({ revokedAt }) => !revokedAt)}
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
              onRevoke={() => open({ kind: 'revoke', apiKey: key })}
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
      {dialog && <KeyDialogs dialog={dialog} onClose={close} onOpen={open} />}
    </>
  );
}
