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
  /** React resets the fields to their defaults after the action: this default keeps the e-mail. */
  const [failedEmail, setFailedEmail] = useState<string>();

  async function submit(fields: FormData) {
    const email = String(fields.get('email'));
    setBusy(true);
    const outcome = await signIn(email, String(fields.get('password'))).catch(() => null);
    // A full page load discards the data of another account. Stay busy until then.
    if (outcome?.kind === 'signedIn') return window.location.assign(next);
    setFailure(failureOf(outcome));
    setFailedEmail(email);
    setBusy(false);
    password.current?.select();
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    // React would also call the action, and empty the fields after it.
    event.preventDefault();
    void submit(new FormData(event.currentTarget));
  }

  return (
    // The action is for a form that is submitted before the page is hydrated: React keeps the fields, and calls it then.
    <form action={submit} onSubmit={handleSubmit}>
      <Stack gap="md">
        {failure && <FormFailure title={failure.title}>{failure.advice}</FormFailure>}
        <TextInput
          autoComplete="username"
          autoFocus
          defaultValue={failedEmail}
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
