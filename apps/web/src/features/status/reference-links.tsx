import styles from './reference-links.module.css';

const LINKS = [
  { path: '/docs', name: 'API reference', about: 'Every operation, to read and try' },
  { path: '/docs/errors', name: 'Errors', about: 'What happened, and what to do' },
  { path: '/llms.txt', name: 'llms.txt', about: 'The API as plain text, for models' },
  { path: '/openapi.json', name: 'openapi.json', about: 'OpenAPI 3.1, for generators' },
];

/** Links to the documents that the API serves about itself: on the status page, beside the first call. */
export function ReferenceLinks({ apiUrl }: { apiUrl: string }) {
  return (
    <nav aria-labelledby="reference" className={styles.panel}>
      <h2 className={styles.title} id="reference">
        Reference
      </h2>
      <ul>
        {LINKS.map(({ path, name, about }) => (
          <li key={path}>
            <a className={styles.link} href={`${apiUrl}${path}`}>
              <span className={styles.name}>{name}</span>
              <span className={styles.about}>{about}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
