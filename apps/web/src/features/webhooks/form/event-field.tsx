import { Checkbox, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { subjectNames, subjectTypes, typesAbout } from '#domain/events/event-types.ts';
import styles from './event-field.module.css';
import { type EventScope, type EventSelection, selectTypes } from './event-selection.ts';

const scopes: { value: EventScope; label: string; description: string }[] = [
  {
    value: 'completed',
    label: 'Completed tasks',
    description: 'Each task that an agent completes, with its result',
  },
  { value: 'all', label: 'All events', description: 'All events of the team, including future types' },
  { value: 'chosen', label: 'Choose', description: 'Single event types' },
];

interface EventFieldProps {
  value: EventSelection;
  onChange: (value: EventSelection) => void;
  error?: ReactNode;
}

/** The event types of an endpoint: two common options, or a list by subject. */
export function EventField({ value: { scope, chosen }, onChange, error }: EventFieldProps) {
  const choose = (types: string[], isChosen: boolean) =>
    onChange({ scope, chosen: selectTypes(chosen, types, isChosen) });
  return (
    <Radio.Group
      error={error}
      label="Events"
      mt="md"
      onChange={(next) => onChange({ scope: next as EventScope, chosen })}
      value={scope}
    >
      <div className={styles.scopes}>
        {scopes.map((each) => (
          <Radio key={each.value} {...each} />
        ))}
      </div>
      {scope === 'chosen' && (
        <div className={styles.list}>
          {subjectTypes.map((subject) => {
            const types = typesAbout(subject).map(({ value }) => value);
            const count = types.filter((type) => chosen.includes(type)).length;
            const name = subjectNames[subject].many;
            return (
              // biome-ignore lint/a11y/useSemanticElements: CSS cannot place the legend of a fieldset.
              <div aria-label={name} className={styles.group} key={subject} role="group">
                <Checkbox
                  checked={count === types.length}
                  indeterminate={count > 0 && count < types.length}
                  label={name}
                  onChange={({ currentTarget }) => choose(types, currentTarget.checked)}
                  size="xs"
                />
                <div className={styles.types}>
                  {types.map((type) => (
                    <Checkbox
                      checked={chosen.includes(type)}
                      classNames={{ label: styles.type }}
                      key={type}
                      label={type}
                      onChange={({ currentTarget }) => choose([type], currentTarget.checked)}
                      size="xs"
                    />
                  ))}
                </div>
              </div>
            );
          })}
        </div>
      )}
    </Radio.Group>
  );
}
