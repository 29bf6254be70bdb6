import { CommandBlock } from '#components/code/command-block.tsx';
import { InlineCode } from '#components/code/inline-code.tsx';
import styles from './first-call.module.css';
import { firstCallSteps } from './first-call-steps.ts';
import { MarkedCommandLine } from './marked-command-line.tsx';

/** Instructions for people who connect the first program: the commands from a key to a completed task. */
export function FirstCall({ apiUrl }: { apiUrl: string }) {
  return (
    <section aria-labelledby="first-call" className={styles.panel}>
      <header className={styles.header}>
        <h2 id="first-call">Your first call</h2>
        <p>
          From a key to a completed task. Replace each <var>UNDERLINED</var> value.
        </p>
      </header>
      <ol>
        {firstCallSteps(apiUrl).map(({ title, parts }, index) => (
          <li className={styles.step} key={title}>
            <span className={styles.number}>{index + 1}</span>
            <h3 className={styles.title}>{title}</h3>
            {parts.map(({ introduction, subject, command }) => (
              <div className={styles.part} key={introduction}>
                <p className={styles.introduction}>
                  <InlineCode text={introduction} />
                </p>
                <CommandBlock subject={subject} text={command}>
                  {command.split('\n').map((line) => (
                    <MarkedCommandLine key={line} line={line} />
                  ))}
                </CommandBlock>
              </div>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
