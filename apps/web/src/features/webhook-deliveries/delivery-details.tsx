import type { WebhookDeliveryDetails } from '@crewboard/contracts';
import { type ReactNode, useMemo } from 'react';
import { CodeBlock } from '#components/code/code-block.tsx';
import { Fact, FactId, FactList } from '#components/lists/fact-list.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { taskPath } from '#domain/board/board-paths.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useWebhook } from '#domain/webhooks/use-webhook.ts';
import { AttemptTable } from './attempt-table.tsx';
import styles from './delivery-details.module.css';
import { noResponseReason } from './delivery-labels.ts';
import { NextAttempt } from './delivery-status-label.tsx';
import { findTask, indentJson } from './payload.ts';

/** A delivery in full: its state, its attempts, the request and the last response. */
export function DeliveryDetails({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const { attempts, response, request } = delivery;
  const last = attempts.at(-1);
  const indented = useMemo(() => indentJson(request.body), [request.body]);
  const headers = Object.entries(request.headers).sort();

  return (
    <>
      <DeliveryFacts delivery={delivery} />
      <Section id="delivery-attempts" title="Attempts">
        {last ? <AttemptTable attempts={attempts} /> : <p className={styles.none}>None yet.</p>}
      </Section>
      <Section
        code={response && <code>{response.statusCode}</code>}
        id="delivery-response"
        title="Last response"
      >
        {response?.body ? (
          <CodeBlock label="The body of the last response" subject="the response" text={response.body} />
        ) : (
          <p className={styles.none}>{response ? 'Its body was empty.' : noResponseReason(last)}</p>
        )}
      </Section>
      <Section id="delivery-request" title={last ? 'Request' : 'Request, as it will be sent'}>
        <p className={styles.target}>
          <code>POST</code> <code>{request.url}</code>
        </p>
        {headers.length > 0 && (
          <div className={styles.headers}>
            <FactList layout="lines">
              {headers.map(([name, value]) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </FactList>
          </div>
        )}
        <CodeBlock
          label="The body of the request"
          raw={request.body}
          subject="the body exactly as it is sent"
          text={indented}
        />
      </Section>
    </>
  );
}

interface SectionProps {
  id: string;
  title: string;
  code?: ReactNode;
  children: ReactNode;
}

function Section({ id, title, code, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 className={styles.heading} id={id}>
        {title}
        {code}
      </h3>
      {children}
    </section>
  );
}

function DeliveryFacts({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const team = useTeam();
  const { isEnabled } = useWebhook(delivery.webhookId);
  const task = useMemo(() => findTask(delivery.request.body), [delivery.request.body]);

  return (
    <FactList layout="lines">
      {task && (
        <Fact name="Task">
          <PageLink className="truncate" href={taskPath(team.id, task.id)}>
            {task.title}
          </PageLink>
        </Fact>
      )}
      <Fact name="Created">
        <RelativeTime time={delivery.createdAt} />
      </Fact>
      <Fact name="Next attempt">
        {delivery.nextAttemptAt ? (
          <span className={styles.sentence}>
            <NextAttempt at={delivery.nextAttemptAt} isEnabled={isEnabled} isNamed />
          </span>
        ) : (
          <span className={styles.none}>None</span>
        )}
      </Fact>
      {/* The id of the delivery, under the name of its header. */}
      <Fact name="webhook-id">
        <FactId id={delivery.id} subject="the webhook-id" />
      </Fact>
      <Fact name="Event">
        <FactId id={delivery.eventId} subject="the event’s id" />
      </Fact>
    </FactList>
  );
}
