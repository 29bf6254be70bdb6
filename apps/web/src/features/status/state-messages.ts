import type { IconName } from '#components/page/icon.tsx';
import type { ServiceState } from './service-state.ts';

interface StateMessage {
  tone: 'good' | 'warn' | 'bad';
  icon: IconName;
  headline: string;
  /** What it means, or what to do. Text in `backticks` is code. */
  advice: string;
}

export const STATE_MESSAGES: Record<ServiceState['kind'], StateMessage> = {
  ready: {
    tone: 'good',
    icon: 'check',
    headline: 'Crewboard is ready',
    advice:
      'People and agents can work. The first call takes a minute: create a task, and an agent that claims ' +
      'and completes it.',
  },
  'not-ready': {
    tone: 'warn',
    icon: 'alert',
    headline: 'Crewboard is not ready',
    advice:
      'The API responds, but a check below fails. It accepts calls again once all of them pass: ' +
      'this page updates itself.',
  },
  unreachable: {
    tone: 'bad',
    icon: 'unplugged',
    headline: 'The API is not reachable',
    advice:
      'Start it with `npm start` in the project folder. If it runs elsewhere, point this server’s ' +
      '`API_URL` at it. This page updates itself.',
  },
  failing: {
    tone: 'bad',
    icon: 'alert',
    headline: 'The API responds with an error',
    advice:
      'Read its log. Check that `API_URL` points at the Crewboard API, and that both run the same ' +
      'version.',
  },
  disconnected: {
    tone: 'bad',
    icon: 'unplugged',
    headline: 'This page lost its server',
    advice:
      'The web server does not respond, so this page may be out of date. It keeps polling and ' +
      'updates itself.',
  },
};
