/** Values that look like secrets and are not valid: the only ones that the check allows, each with its reason. */
export const examples: { value: string; reason: string }[] = [
  {
    value: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    reason: 'the published test vector of Standard Webhooks',
  },
  {
    value: `whsec_${'A'.repeat(43)}=`,
    reason: '32 bytes of zeros, in tests that nobody may choose a secret',
  },
  {
    value: 'postgresql://owner:p%40ss@127.0.0.1/crewboard',
    reason: 'of no database, in the test of what the dump hands to pg_dump',
  },
];
