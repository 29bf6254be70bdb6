'use client';

import type { InvitationPreview } from '@crewboard/contracts';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { ErrorState } from '#components/notices/error-state.tsx';
import { FrontFrame } from '#components/page/front-frame.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import type { JoinProblem } from '#lib/failures/join-problem.ts';
import { isolate } from '#lib/text/isolate.ts';
import { readInvitationSecret } from './invitation-secret.ts';
import { lookUpInvitation } from './join-calls.ts';
import { JoinForm } from './join-form.tsx';
import { JoinWithAccount } from './join-with-account.tsx';

interface JoinScreenProps {
  /** The account of the signed-in person; null without a session. */
  account: { name: string; email: string } | null;
}

type LookUp = { secret: string; invitation: InvitationPreview } | { problem: JoinProblem };

const missingSecret: JoinProblem = {
  code: 'NOT_FOUND',
  title: 'Not found',
  detail: 'The link is not complete. Copy all of it, or ask for a new one.',
  errors: [],
};

/** The codes of problems after which the invitation never works. After any other, it may. */
const permanentCodes = ['NOT_FOUND', 'VALIDATION_ERROR'];

/** Says who invites to which team. The person joins with the signed-in account, or creates one. */
export function JoinScreen({ account }: JoinScreenProps) {
  const [lookUp, setLookUp] = useState<LookUp | null>(null);

  const load = useCallback(async () => {
    setLookUp(null);
    const secret = readInvitationSecret();
    if (!secret) return setLookUp({ problem: missingSecret });
    const outcome = await lookUpInvitation(secret);
    setLookUp('problem' in outcome ? outcome : { secret, invitation: outcome.result });
  }, []);
  useEffect(() => void load(), [load]);

  if (!lookUp) {
    return (
      <FrontFrame title="Join a team">
        <Skeleton aria-label="Loading the invitation" h={72} role="status" />
      </FrontFrame>
    );
  }
  if ('problem' in lookUp) {
    const { code, detail } = lookUp.problem;
    if (code === 'UNAVAILABLE') {
      return (
        <FrontFrame title="Join a team">
          {/* For null, ErrorState says that the service cannot be reached. */}
          <ErrorState error={null} onRetry={() => void load()} />
        </FrontFrame>
      );
    }
    return (
      <FrontFrame title={permanentCodes.includes(code) ? 'This invitation does not work' : 'Join a team'}>
        <Text role="alert">{detail}</Text>
        <Text mt="md" size="sm">
          {!account && 'You have an account? '}
          <Anchor component={PageLink} href={account ? '/' : '/sign-in'} inherit underline="always">
            {account ? 'Back to your board' : 'Sign in'}
          </Anchor>
        </Text>
      </FrontFrame>
    );
  }
  const { secret, invitation } = lookUp;
  const { teamName, inviterName } = invitation;
  return (
    <FrontFrame title={`Join ${isolate(teamName)}`}>
      <Text c="dimmed" mb="lg" size="sm">
        {inviterName ? `${isolate(inviterName)} invites you` : 'You are invited'} to the board where people
        and agents of this team share their work.
      </Text>
      {account ? <JoinWithAccount account={account} secret={secret} /> : <JoinForm secret={secret} />}
    </FrontFrame>
  );
}
