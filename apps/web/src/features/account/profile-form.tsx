'use client';

import type { Account } from '@crewboard/contracts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { checkName } from '../../components/name-rules.ts';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import styles from './account.module.css';

export function ProfileForm({ account }: { account: Account }) {
  const router = useRouter();
  const form = useForm({ initialValues: { name: account.name }, validate: { name: checkName } });
  const update = useMutation(
    useTRPC().accounts.update.mutationOptions({
      onSuccess({ name }) {
        form.setInitialValues({ name });
        form.setValues({ name });
        notifications.show({ message: 'Your name was changed.', withBorder: true });
        // The account menu shows the name as well.
        router.refresh();
      },
      onError: showError,
    }),
  );

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(({ name }) => update.mutate({ name: name.trim() }))}
    >
      <TextInput
        autoComplete="name"
        label="Name"
        required
        size="sm"
        withAsterisk={false}
        {...form.getInputProps('name')}
      />
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
