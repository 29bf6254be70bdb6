import { Checkbox } from '@mantine/core';
import { subjectNames, subjectTypes, typesAbout } from '#domain/events/event-types.ts';
import styles from './event-checklist.module.css';
import { withAll } from './event-selection.ts';

interface EventChecklistProps {
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

/** All event types by subject; the checkbox of a group selects all of them. */
export function EventChecklist({ chosen, onChange }: EventChecklistProps) {
  return (
    <div className={styles.list}>
      {subjectTypes.map((subject) => {
        const types = typesAbout(subject).map(({ value }) => value);
        const count = types.filter((type) => chosen.includes(type)).length;
        const name = subjectNames[subject].many;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend where it wants.
          <div aria-label={name} className={styles.group} key={subject} role="group">
            <Checkbox
              checked={count === types.length}
              indeterminate={count > 0 && count < types.length}
              label={name}
              onChange={({ currentTarget }) => onChange(withAll(chosen, types, currentTarget.checked))}
              size="xs"
            />
            <div className={styles.types}>
              {types.map((type) => (
                <Checkbox
                  checked={chosen.includes(type)}
                  classNames={{ label: styles.type }}
                  key={type}
                  label={type}
                  onChange={({ currentTarget }) => onChange(withAll(chosen, [type], currentTarget.checked))}
                  size="xs"
                />
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}
