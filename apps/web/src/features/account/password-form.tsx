'use client';

import { textBounds } from '@crewboard/contracts';
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getFieldErrors } from '#lib/failures/problem-of.ts';
import { focusedElement } from '#lib/focus/focus.ts';
import { showError } from '#lib/notices/show-error.ts';
import { checkText } from '#lib/text/check-text.ts';
import styles from './account.module.css';
import { useChangePassword } from './account-mutations.ts';

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

/** Changes the password of the account. */
export function PasswordForm({ email }: { email: string }) {
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      currentPassword: (password) => (password ? null : 'Enter your current password.'),
      newPassword: (password) => checkText('The password', bounds, password),
    },
    enhanceGetInputProps: () => ({ readOnly: change.isPending }),
  });
  const change = useChangePassword({
    onSuccess: () => form.setValues(EMPTY),
    onError(error) {
      const isWrong = getFieldErrors(error).some(({ path }) => path === 'currentPassword');
      if (!isWrong) return showError(error);
      form.setFieldError('currentPassword', 'This is not your current password.');
      const field = form.getInputNode('currentPassword');
      // Leave the focus alone if the person has moved it out of the form meanwhile.
      const focused = focusedElement();
      if (!focused || field?.closest('form')?.contains(focused)) field?.focus();
    },
  });

  return (
    <form
      className={styles.form}
      // Until the page is hydrated, the browser sends the form itself: GET would put the passwords into the URL.
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
