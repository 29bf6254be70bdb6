'use client';

import { getOptionsLockup, getParsedComboboxData, Select, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** With as many options, the list asks for a search, also on a touch screen. */
const minSearchable = 9;

/** What browsers tell of a key whose character is not known yet: of a dead key, and of an input method. */
const unknownCharacters = ['Dead', 'Process', 'Unidentified'];

function beginsText(event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (unknownCharacters.includes(key)) return true;
  // Windows tells of AltGr as of Ctrl and Alt as well.
  const isShortcut = (altKey || ctrlKey || metaKey) && !event.getModifierState('AltGraph');
  return key.length === 1 && key !== ' ' && !isShortcut;
}

/**
 * A select that searches as soon as a person types, over the name that is chosen. One with few options opens no keyboard on
 * a touch screen, and the space bar and Enter open its list until then.
 */
export function SearchSelect({ searchable = false, ...props }: SelectProps) {
  /** Null while nobody searches. */
  const [search, setSearch] = useState<string | null>(null);
  const options = getOptionsLockup(getParsedComboboxData(props.data));
  const hasFew = !searchable && Object.keys(options).length < minSearchable;
  const chosen = options[props.value ?? '']?.label ?? '';
  /** Mantine then lists and preselects all options, of which Enter must not choose the first. */
  const isNoSearch = search === '' || search === chosen;
  const keepsChosen = useRef(false);
  const field = useRef<HTMLInputElement>(null);

  // Mantine makes the field of a list without a search read-only: no input method works in one.
  useLayoutEffect(() => {
    if (field.current) field.current.readOnly = props.readOnly ?? false;
  });

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (search === null && !props.readOnly && beginsText(event)) {
      // The text replaces the name, in whichever way it is entered, and finds the list there.
      event.currentTarget.select();
      flushSync(() => setSearch(chosen));
    }
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
      inputMode={hasFew ? 'none' : undefined}
      nothingFoundMessage="Nothing found"
      {...props}
      // The list is there for the first character, so that Enter chooses from it.
      comboboxProps={{ ...props.comboboxProps, keepMounted: search !== null }}
      onBlur={(event) => {
        endSearch();
        props.onBlur?.(event);
      }}
      onChange={(...choice) => !keepsChosen.current && props.onChange?.(...choice)}
      onClear={endSearch}
      onDropdownClose={endSearch}
      onKeyDown={handleKey}
      // Mantine sets the name that is chosen when a search ends; a person may also type it.
      onSearchChange={(next) => setSearch((now) => (now === null && next === chosen ? null : next))}
      ref={field}
      searchable={!hasFew || search !== null}
      searchValue={search ?? chosen}
      selectFirstOptionOnChange={search !== null}
      selectFirstOptionOnDropdownOpen={search !== null}
      style={hasFew && search === null ? { caretColor: 'transparent' } : undefined}
    />
  );
}
