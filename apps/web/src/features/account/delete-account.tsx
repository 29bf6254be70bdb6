'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { SectionHeader } from '#components/page/section-header.tsx';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import styles from './account.module.css';

const DeleteAccountDialog = lazyPart(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

/** The section of the account page that deletes the account. */
export function DeleteAccount({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SectionHeader title="Delete account">
        You leave all your teams, and your name and e-mail are erased. Tasks and comments stay with the teams.
      </SectionHeader>
      <div className={styles.action}>
        <Button color="red" onClick={() => setOpen(true)} variant="outline">
          Delete your account…
        </Button>
      </div>
      {isOpen && <DeleteAccountDialog email={email} onClose={() => setOpen(false)} />}
    </>
  );
}
