'use client';

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useRef } from 'react';
import { FormFailure } from '#components/notices/form-failure.tsx';
import { useSignIn } from './use-sign-in.ts';

export function SignInForm({ next }: { next: string }) {
  const password = useRef<HTMLInputElement>(null);
  const { failure, isBusy, submit } = useSignIn(next);

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const isIn = await submit(String(fields.get('email')), String(fields.get('password')));
    if (!isIn) password.current?.select();
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
