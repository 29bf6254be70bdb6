'use client';

import { describeWait, signInBounds } from '@crewboard/contracts';
import { useState } from 'react';
import { type SignInOutcome, signIn } from '#lib/auth/auth-calls.ts';

interface Failure {
  title: string;
  advice: string;
}

const { maxWrongPasswords, periodMinutes } = signInBounds;

const WRONG: Failure = {
  title: 'Not signed in',
  advice:
    `The e-mail or the password is wrong. After ${maxWrongPasswords} wrong passwords, sign-in is blocked ` +
    `for ${periodMinutes} minutes.`,
};

function limitedFailure(seconds: number): Failure {
  return {
    title: 'Too many sign-in attempts',
    advice: `Your password was not checked. Try again in ${describeWait(seconds)}.`,
  };
}

const UNREACHABLE: Failure = {
  title: 'The service cannot be reached',
  advice: 'Try again in a moment.',
};

export function useSignIn(next: string) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(email: string, password: string): Promise<boolean> {
    setBusy(true);
    const outcome = await signIn(email, password).catch(() => null);
    if (outcome?.kind === 'signedIn') {
      // A full page load discards the data of another account. Stay busy until then.
      window.location.assign(next);
      return true;
    }
    setFailure(failureOf(outcome));
    setBusy(false);
    return false;
  }

  return { failure, isBusy, submit };
}

function failureOf(outcome: SignInOutcome | null): Failure {
  if (outcome?.kind === 'limited') return limitedFailure(outcome.retryAfterSeconds);
  return outcome ? WRONG : UNREACHABLE;
}
