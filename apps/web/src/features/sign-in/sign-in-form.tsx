'use client';

import { describeWait, signInBounds } from '@crewboard/contracts';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { FormFailure } from '#components/notices/form-failure.tsx';
import { type SignInOutcome, signIn } from '#lib/auth/auth-calls.ts';

/** Signs in, and loads the page `next`. */
export function SignInForm({ next }: { next: string }) {
  const password = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    const outcome = await signIn(String(fields.get('email')), String(fields.get('password'))).catch(
      () => null,
    );
    // A full page load discards the data of another account. Stay busy until then.
    if (outcome?.kind === 'signedIn') return window.location.assign(next);
    setFailure(failureOf(outcome));
    setBusy(false);
    password.current?.select();
  }

  return (
    // Without JavaScript, a password must not end up in the URL.
    <form method="post" onSubmit={handleSubmit}>
      <Stack gap="md">
        {failure && <FormFailure title={failure.title}>{failure.advice}</FormFailure>}
        <TextInput
          autoComplete="username"
          autoFocus
          label="E-mail"
          name="email"
          required
          size="sm"
          type="email"
        />
        <PasswordInput
          autoComplete="current-password"
          label="Password"
          name="password"
          ref={password}
          required
          size="sm"
        />
        <Button fullWidth loading={isBusy} size="sm" type="submit">
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

interface Failure {
  title: string;
  advice: string;
}

const { maxWrongPasswords, periodMinutes } = signInBounds;

/** @param outcome null if the service could not be reached */
function failureOf(outcome: SignInOutcome | null): Failure {
  if (!outcome) return { title: 'The service cannot be reached', advice: 'Try again in a moment.' };
  if (outcome.kind === 'limited') {
    return {
      title: 'Too many sign-in attempts',
      advice: `Your password was not checked. Try again in ${describeWait(outcome.retryAfterSeconds)}.`,
    };
  }
  return {
    title: 'Not signed in',
    advice:
      `The e-mail or the password is wrong. After ${maxWrongPasswords} wrong passwords, sign-in is blocked ` +
      `for ${periodMinutes} minutes.`,
  };
}
