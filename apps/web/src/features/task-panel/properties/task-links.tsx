import { isLinkUrl, type Link, maxLinks, textBounds } from '@crewboard/contracts';
import { Button, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { RemoveButton } from '#components/lists/remove-button.tsx';
import type { LinkEdit } from '#domain/board/changes/edited-links.ts';
import { linkHost } from '#lib/format/link-host.ts';
import { closeOnEscape } from '../close-on-escape.ts';
import { SubtleButton } from '../subtle-button.tsx';
import panelStyles from '../task-panel.module.css';
import { linkAddressOf } from './link-address.ts';
import styles from './task-links.module.css';

interface TaskLinksProps {
  links: readonly Link[];
  canEdit: boolean;
  /** Resolves to whether the edit was saved. */
  onEdit: (edit: LinkEdit) => Promise<boolean>;
}

/** The links of a task to pages elsewhere. Nothing without links for people who may not add one. */
export function TaskLinks({ links, canEdit, onEdit }: TaskLinksProps) {
  const [isAdding, setAdding] = useState(false);
  if (links.length === 0 && !canEdit) return null;
  return (
    <section aria-labelledby="task-links" className={panelStyles.section}>
      <div className={panelStyles.heading}>
        <h3 id="task-links">Links</h3>
        {canEdit && !isAdding && links.length < maxLinks && (
          <SubtleButton onClick={() => setAdding(true)}>Add a link</SubtleButton>
        )}
      </div>
      {links.length > 0 && (
        <ul className={styles.list}>
          {links.map((link, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same link may be there twice
            <li className={styles.link} key={`${index} ${link.url}`}>
              <IconLink aria-hidden size={14} stroke={1.75} />
              <a
                className="truncate"
                dir="auto"
                href={link.url}
                rel="noopener noreferrer nofollow"
                target="_blank"
                title={link.url}
              >
                {link.title ?? shortened(link.url)}
              </a>
              {link.title && <span className={`${styles.host} truncate`}>{linkHost(link.url)}</span>}
              {canEdit && (
                <RemoveButton
                  className={styles.remove}
                  label={`Remove the link ${link.title ?? shortened(link.url)}`}
                  onClick={() => void onEdit({ link, isAdded: false })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <LinkForm onAdd={(link) => onEdit({ link, isAdded: true })} onClose={() => setAdding(false)} />
      )}
    </section>
  );
}

/** The address without its scheme and "www.", which nearly all have in common. */
const shortened = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

interface LinkFormProps {
  onAdd: (link: Link) => Promise<boolean>;
  onClose: () => void;
}

/** Adds a link. The texts stay in the fields until they are saved. */
function LinkForm({ onAdd, onClose }: LinkFormProps) {
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    const typed = url.trim();
    if (typed === '') return onClose();
    const address = linkAddressOf(typed);
    if (!isLinkUrl(address) || address.length > textBounds.linkUrl.max)
      return setProblem('Enter the address of a page, such as https://example.com/page.');
    setSaving(true);
    const isSaved = await onAdd({ url: address, title: title.trim() || null });
    setSaving(false);
    if (isSaved) onClose();
  }

  return (
    <form
      className={styles.form}
      noValidate
      onKeyDown={closeOnEscape(onClose)}
      onSubmit={(event) => void add(event)}
    >
      <TextInput
        aria-label="Address"
        autoComplete="off"
        // The form has replaced the button that had the focus.
        autoFocus
        error={problem}
        inputMode="url"
        onChange={({ currentTarget }) => {
          setUrl(currentTarget.value);
          setProblem(null);
        }}
        placeholder="https://…"
        size="xs"
        value={url}
      />
      <TextInput
        aria-label="Name of the link"
        autoComplete="off"
        maxLength={textBounds.linkTitle.max}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        placeholder="Name (optional)"
        size="xs"
        value={title}
      />
      <div className={styles.actions}>
        <Button loading={isSaving} size="compact-xs" type="submit">
          Add
        </Button>
        <SubtleButton onClick={onClose}>Cancel</SubtleButton>
      </div>
    </form>
  );
}
