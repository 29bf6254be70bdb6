#!/usr/bin/env node
import { forwardStdio } from './forward-stdio.ts';

const { CREWBOARD_URL: url, CREWBOARD_TOKEN: token } = process.env;
if (!url || !token) {
  console.error(
    'Set CREWBOARD_URL to the base URL of the API and CREWBOARD_TOKEN to an agent token or a team API key.',
  );
  process.exitCode = 2;
} else {
  await forwardStdio({ url, token });
}
