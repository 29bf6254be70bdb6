'use client';

import { useMemo } from 'react';
import { useAccountId } from '#domain/account/account-id.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { type DraftForm, drafts } from './drafts.ts';

/**
 * The draft of this person in a form of this team. Closing the form keeps it; sending the form or "Discard" removes it.
 * @param isValue whether a stored value is a draft of this form
 */
export function useDraft<Value>(
  form: DraftForm,
  isValue: (stored: unknown) => stored is Value,
  subjectId = '',
) {
  const accountId = useAccountId();
  const { id: teamId } = useTeam();
  return useMemo(() => {
    const key = { accountId, teamId, form, subjectId };
    return {
      read(): Value | null {
        const stored = drafts.read(key);
        return isValue(stored) ? stored : null;
      },
      keep: (value: Value) => drafts.write(key, value),
      remove: () => drafts.remove(key),
    };
  }, [accountId, teamId, form, subjectId, isValue]);
}

/** An unsaved text, and the saved text from which the person started. */
export interface TextDraft {
  text: string;
  base: string | null;
}

export function isTextDraft(stored: unknown): stored is TextDraft {
  const { text, base } = (stored ?? {}) as TextDraft;
  return typeof text === 'string' && (typeof base === 'string' || base === null);
}

export const isText = (stored: unknown): stored is string => typeof stored === 'string' && stored !== '';
