import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { signOut } from '#lib/auth/auth-calls.ts';
import { getFieldErrors } from '#lib/failures/problem-of.ts';
import { showError } from '#lib/notices/show-error.ts';
import { useEraseAccount } from './account-mutations.ts';

interface DeleteAccountDialogProps {
  email: string;
  onClose: () => void;
}

/** Asks for the e-mail and the password of the account, and erases it. */
export function DeleteAccountDialog({ email, onClose }: DeleteAccountDialogProps) {
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      // The service keeps e-mails in lower case.
      email: (typed) => (typed.trim().toLowerCase() === email ? null : `Type ${email}.`),
      password: (typed) => (typed ? null : 'Enter your password.'),
    },
    enhanceGetInputProps: () => ({ readOnly: isBusy }),
  });
  const erase = useEraseAccount({
    // Sign out, which removes the cookie: with it, the sign-in would say that the session was ended elsewhere.
    onSuccess: () => signOut().catch(() => window.location.assign('/sign-in')),
    onError(error) {
      if (!getFieldErrors(error).some(({ path }) => path === 'password')) return showError(error);
      form.setFieldError('password', 'This is not your password.');
      form.getInputNode('password')?.focus();
    },
  });
  const isBusy = erase.isPending || erase.isSuccess;

  return (
    <Dialog isBusy={isBusy} onClose={onClose} title="Delete your account?">
      <form noValidate onSubmit={form.onSubmit(({ password }) => erase.mutate({ email, password }))}>
        <Text size="sm">
          You are signed out everywhere and leave all your teams. Your open tasks there are unassigned, and
          your open invitations are revoked. Your name and e-mail are erased: the history shows “Deleted
          account”. What you wrote in tasks and comments stays. This cannot be undone.
        </Text>
        <TextInput
          autoComplete="off"
          data-autofocus
          description={<bdi>{email}</bdi>}
          label="Type your e-mail"
          mt="md"
          required
          type="email"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          autoComplete="current-password"
          label="Your password"
          mt="md"
          required
          {...form.getInputProps('password')}
        />
        <DialogActions isBusy={isBusy}>
          <Button color="red" loading={isBusy} type="submit">
            Delete account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
