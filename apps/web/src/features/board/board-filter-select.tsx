import { type ComboboxData, getOptionsLockup, getParsedComboboxData } from '@mantine/core';
import { FilterSelect } from '#components/lists/filter-select.tsx';

interface BoardFilterSelectProps {
  label: string;
  /** The placeholder while nothing is selected. */
  all: string;
  options: ComboboxData;
  value?: string;
  onChange: (value: string | null) => void;
}

/** One filter of the board. An id in the URL that does not exist is shown as unknown. */
export function BoardFilterSelect({ label, all, options, value, onChange }: BoardFilterSelectProps) {
  const known = getOptionsLockup(getParsedComboboxData(options));
  const isKnown = !value || value in known;
  return (
    <FilterSelect
      all={all}
      data={isKnown ? options : [...options, { value, label: 'Unknown' }]}
      label={label}
      onChange={onChange}
      value={value}
    />
  );
}
