import { textBounds } from '@crewboard/contracts';
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { checkName } from '#components/dialogs/name-rules.ts';
import { FormFailure } from '#components/notices/form-failure.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { openJoinedTeam } from '#domain/team/welcome.ts';
import { signIn } from '#lib/auth/auth-calls.ts';
import type { JoinProblem } from '#lib/failures/join-problem.ts';
import { checkText } from '#lib/text/check-text.ts';
import { forgetInvitationSecret } from './invitation-secret.ts';
import { acceptInvitation, type NewAccount } from './join-calls.ts';

const { password: bounds } = textBounds;

/** Creates an account that joins the team of the invitation, and signs in with it. */
export function JoinForm({ secret }: { secret: string }) {
  const [problem, setProblem] = useState<JoinProblem | null>(null);
  /** A request had no certain outcome: if it created the account, the invitation may be used up for the next one. */
  const [mayExist, setMayExist] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const form = useForm<NewAccount>({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: checkName,
      email: (email) => (email.trim().includes('@') ? null : 'Enter your e-mail address.'),
      password: (password) => checkText('The password', bounds, password),
    },
    enhanceGetInputProps: () => ({ readOnly: isBusy }),
  });

  async function submit({ name, email, password }: NewAccount) {
    setBusy(true);
    setProblem(null);
    const account = { name: name.trim(), email: email.trim(), password };
    const outcome = await acceptInvitation(secret, account);
    if ('problem' in outcome) {
      if (outcome.problem.code === 'UNAVAILABLE') setMayExist(true);
      showProblem(outcome.problem);
      return setBusy(false);
    }
    forgetInvitationSecret();
    // The account exists now, and is in the team: after a failed sign-in the person signs in by hand.
    const signedIn = await signIn(account.email, password).catch(() => null);
    if (signedIn?.kind === 'signedIn') openJoinedTeam(outcome.result.teamId);
    else window.location.assign('/sign-in');
  }

  function showProblem(found: JoinProblem) {
    const fields = found.errors.filter(({ path }) => path in form.values);
    if (fields.length === 0) return setProblem(found);
    for (const { path, message } of fields) form.setFieldError(path, `It ${message}.`);
    form.getInputNode(fields[0]?.path ?? 'name')?.focus();
  }

  return (
    <form noValidate onSubmit={form.onSubmit((account) => void submit(account))}>
      <Stack gap="md">
        {problem && (
          <FormFailure title={mayExist ? 'You may not have joined' : 'You have not joined'}>
            {problem.detail}
            {mayExist && (
              <>
                {' '}
                If your account was created nevertheless, you can{' '}
                <Anchor component={PageLink} href="/sign-in" inherit underline="always">
                  sign in
                </Anchor>
                .
              </>
            )}
          </FormFailure>
        )}
        <TextInput
          autoComplete="name"
          autoFocus
          label="Name"
          required
          size="sm"
          {...form.getInputProps('name')}
        />
        <TextInput
          autoComplete="username"
          label="E-mail"
          required
          size="sm"
          type="email"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          autoComplete="new-password"
          description={`At least ${bounds.min} characters. Several words are easy to remember and hard to guess.`}
          label="Password"
          required
          size="sm"
          {...form.getInputProps('password')}
        />
        <Button fullWidth loading={isBusy} size="sm" type="submit">
          Create account and join
        </Button>
        <Text size="sm" ta="center">
          You have an account?{' '}
          <Anchor component={PageLink} href="/sign-in?next=/join" inherit underline="always">
            Sign in
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
