/** The name under which the receiver keeps its secret, here and in what it runs. */
const VARIABLE = 'WEBHOOK_SECRET';

/** What to paste where the deliveries arrive. The secret stands in the first alone, so the other may be kept. */
export function verificationSnippets(secret: string) {
  return [
    {
      title: 'Set it in the environment of the receiver',
      subject: 'set the environment',
      text: `${VARIABLE}=${secret}`,
      secret: true,
    },
    {
      title: 'Verify each delivery, with the npm package standardwebhooks',
      subject: 'verify a delivery',
      text: [
        `import { Webhook } from 'standardwebhooks';`,
        '',
        '// The body as it arrived, not parsed yet. A wrong signature throws.',
        `const webhook = new Webhook(process.env.${VARIABLE});`,
        'const event = webhook.verify(rawBody, request.headers);',
      ].join('\n'),
      secret: false,
    },
  ];
}
