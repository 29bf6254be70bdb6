'use client';

import { textBounds } from '@crewboard/contracts';
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkText } from '../../lib/check-text.ts';
import { getFieldErrors } from '../../lib/problem-of.ts';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import styles from './account.module.css';

const bounds = textBounds.password;

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    description: `${bounds.min} to ${bounds.max} characters. Several words are easy to remember and hard to guess.`,
  },
];

const EMPTY = { currentPassword: '', newPassword: '' };

export function PasswordForm({ email }: { email: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      currentPassword: (password) => (password ? null : 'Enter your current password.'),
      newPassword: (password) => checkText('The password', bounds, password),
    },
  });
  const change = useMutation(
    trpc.accounts.changePassword.mutationOptions({
      // The mutation must not keep the passwords.
      gcTime: 0,
      onSuccess({ count }) {
        form.setValues(EMPTY);
        notifications.show({
          title: 'Your password was changed',
          message: `${endedSessions(count)} Use it at your next sign-in.`,
          withBorder: true,
          autoClose: 8_000,
        });
      },
      onError(error) {
        const isWrong = getFieldErrors(error).some(({ path }) => path === 'currentPassword');
        if (!isWrong) return showError(error);
        form.setFieldError('currentPassword', 'This is not your current password.');
        form.getInputNode('currentPassword')?.focus();
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.accounts.sessions.queryKey() }),
    }),
  );

  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={form.onSubmit((passwords) => change.mutate(passwords))}
    >
      {/* Password managers read the account from this field. */}
      <input autoComplete="username" hidden name="email" readOnly type="text" value={email} />
      {FIELDS.map(({ name, label, ...field }) => (
        <PasswordInput
          key={name}
          label={label}
          required
          size="sm"
          visibilityToggleButtonProps={{ 'aria-label': `Show the ${label.toLowerCase()}` }}
          withAsterisk={false}
          {...field}
          {...form.getInputProps(name)}
        />
      ))}
      <Button className={styles.submit} loading={change.isPending} type="submit">
        Change password
      </Button>
    </form>
  );
}

function endedSessions(count: number): string {
  if (count === 0) return 'You had no other sessions.';
  return count === 1 ? 'Your other session was ended.' : `Your ${count} other sessions were ended.`;
}
