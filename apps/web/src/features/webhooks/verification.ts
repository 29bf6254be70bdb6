/** The environment variable that the snippets use. */
const VARIABLE = 'WEBHOOK_SECRET';

/** Snippets with which a receiver verifies the signature of deliveries. Only the first contains the secret. */
export function verificationSnippets(secret: string) {
  return [
    {
      title: 'Set it in the environment of the receiver',
      subject: 'set the environment',
      text: `${VARIABLE}=${secret}`,
      hasSecret: true,
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
      hasSecret: false,
    },
  ];
}
