'use client';

import { useState } from 'react';
import { signIn } from '../../lib/auth/auth-calls.ts';

interface Failure {
  title: string;
  advice: string;
}

const REFUSED: Failure = {
  title: 'Not signed in',
  advice: 'The e-mail or the password is wrong, or there were too many tries: then wait 15 minutes.',
};

const UNREACHABLE: Failure = {
  title: 'The service cannot be reached',
  advice: 'Your password was not checked. Try again in a moment.',
};

export function useSignIn(next: string) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(email: string, password: string): Promise<boolean> {
    setBusy(true);
    const outcome = await signIn(email, password).catch(() => null);
    if (outcome) {
      // A fresh page: nothing that was loaded for somebody else stays. It is busy until it is left.
      window.location.assign(next);
      return true;
    }
    setFailure(outcome === null ? UNREACHABLE : REFUSED);
    setBusy(false);
    return false;
  }

  return { failure, isBusy, submit };
}
