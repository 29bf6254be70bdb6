'use client';

import { getOptionsLockup, getParsedComboboxData, Select, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** With as many options, the list asks for a search, also on a touch screen. */
const minSearchable = 9;

/**
 * A select that searches as soon as a person types, over the name that is chosen. One with few options is no text field
 * until then: it opens no keyboard on a touch screen.
 */
export function SearchSelect({ searchable = false, ...props }: SelectProps) {
  /** Null while nobody searches. */
  const [search, setSearch] = useState<string | null>(null);
  const options = getOptionsLockup(getParsedComboboxData(props.data));
  const chosen = options[props.value ?? '']?.label ?? '';
  /** Mantine then lists and preselects all options, of which Enter must not choose the first. */
  const isNoSearch = search === '' || search === chosen;
  const keepsChosen = useRef(false);

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const { key, altKey, ctrlKey, metaKey } = event;
    const isTyped = key.length === 1 && key !== ' ' && !altKey && !ctrlKey && !metaKey;
    // Before the browser inserts the character.
    if (isTyped && search === null && !props.readOnly) flushSync(() => setSearch(''));
    // Without a match it must not submit the form.
    if (key === 'Enter' && search !== null) event.preventDefault();
    if (isNoSearch && (key === 'ArrowDown' || key === 'ArrowUp')) setSearch(null);
    keepsChosen.current = key === 'Enter' && isNoSearch;
  }

  function endSearch() {
    keepsChosen.current = false;
    setSearch(null);
  }

  return (
    <Select
      nothingFoundMessage="Nothing found"
      {...props}
      // The list is there for the first character, so that Enter chooses from it.
      comboboxProps={{ ...props.comboboxProps, keepMounted: search !== null }}
      onChange={(...choice) => !keepsChosen.current && props.onChange?.(...choice)}
      onClear={endSearch}
      onDropdownClose={endSearch}
      onKeyDown={handleKey}
      // Mantine sets the name that is chosen when a search ends; a person may also type it.
      onSearchChange={(next) => setSearch((now) => (now === null && next === chosen ? null : next))}
      searchable={searchable || search !== null || Object.keys(options).length >= minSearchable}
      searchValue={search ?? chosen}
      selectFirstOptionOnChange={search !== null}
      selectFirstOptionOnDropdownOpen={search !== null}
    />
  );
}
