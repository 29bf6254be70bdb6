'use client';

import type { Account } from '@crewboard/contracts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { checkName } from '#components/dialogs/name-rules.ts';
import styles from './account.module.css';
import { useUpdateAccount } from './account-mutations.ts';

/** Changes the name of the account. */
export function ProfileForm({ account }: { account: Account }) {
  const form = useForm({
    initialValues: { name: account.name },
    validate: { name: checkName },
    enhanceGetInputProps: () => ({ readOnly: update.isPending }),
  });
  const update = useUpdateAccount((saved) => {
    form.setInitialValues(saved);
    form.setValues(saved);
  });

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(({ name }) => update.mutate({ name: name.trim() }))}
    >
      <TextInput autoComplete="name" label="Name" required size="sm" {...form.getInputProps('name')} />
      <TextInput
        className={styles.fixed}
        description="You sign in with it. It cannot be changed here."
        label="E-mail"
        readOnly
        size="sm"
        value={account.email}
      />
      <Button className={styles.submit} disabled={!form.isDirty()} loading={update.isPending} type="submit">
        Save
      </Button>
    </form>
  );
}
