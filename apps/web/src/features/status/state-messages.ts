import { IconAlertTriangle, IconCheck, IconHourglass, IconPlugConnectedX } from '@tabler/icons-react';
import type { IconComponent } from '#lib/look/icon-component.ts';
import type { ServiceState } from './service-state.ts';

interface StateMessage {
  tone: 'good' | 'warn' | 'bad';
  Icon: IconComponent;
  headline: string;
  /** What it means, or what to do. Text in `backticks` is code. */
  advice: string;
}

/** What the status page says in each state of the service. */
export const STATE_MESSAGES: Record<ServiceState['kind'], StateMessage> = {
  ready: {
    tone: 'good',
    Icon: IconCheck,
    headline: 'Crewboard is ready',
    advice:
      'People and agents can work. The first call takes a minute: create a task, and an agent that claims ' +
      'and completes it.',
  },
  'not-ready': {
    tone: 'warn',
    Icon: IconAlertTriangle,
    headline: 'Crewboard is not ready',
    advice:
      'The API responds, but a check below fails. It accepts calls again once all of them pass: ' +
      'this page updates itself.',
  },
  unreachable: {
    tone: 'bad',
    Icon: IconPlugConnectedX,
    headline: 'The API is not reachable',
    advice:
      'Start it with `npm start` in the project folder. If it runs elsewhere, point this server’s ' +
      '`API_URL` at it. This page updates itself.',
  },
  busy: {
    tone: 'warn',
    Icon: IconHourglass,
    headline: 'Crewboard is busy',
    advice:
      'It has too many requests at the moment, and rejected the one for its status. This page tries again and updates ' +
      'itself.',
  },
  failing: {
    tone: 'bad',
    Icon: IconAlertTriangle,
    headline: 'The API responds with an error',
    advice:
      'Read its log. Check that `API_URL` points at the Crewboard API, and that both run the same ' +
      'version.',
  },
  disconnected: {
    tone: 'bad',
    Icon: IconPlugConnectedX,
    headline: 'This page lost its server',
    advice:
      'The web server does not respond, so this page may be out of date. It keeps polling and ' +
      'updates itself.',
  },
};
