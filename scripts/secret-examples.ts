/** What looks like a secret and opens nothing: the one place where such values are allowed, each with its reason. */
export const examples: { value: string; reason: string }[] = [
  {
    value: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    reason: 'the published test vector of Standard Webhooks',
  },
  {
    value: `whsec_${'A'.repeat(43)}=`,
    reason: '32 bytes of zeros, in tests that nobody may choose a secret',
  },
];
