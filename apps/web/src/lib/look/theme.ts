import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Matches the accent and the greys of styles/tokens.css. */
const indigo: MantineColorsTuple = [
  '#eeeefd',
  '#dcdcfa',
  '#bfbff6',
  '#a3a8ff',
  '#8482f2',
  '#6b68ec',
  '#5551e6',
  '#4a45d6',
  '#3c38b8',
  '#2f2c92',
];

const dark: MantineColorsTuple = [
  '#ededf0',
  '#c9cad1',
  '#9c9ea8',
  '#7c7e88',
  '#383b42',
  '#26282d',
  '#1c1e22',
  '#151619',
  '#101113',
  '#0b0c0d',
];

/** Shade 6 fills buttons with white text. */
const red: MantineColorsTuple = [
  '#fdebea',
  '#fbd5d3',
  '#f4a9a6',
  '#ff8580',
  '#e85d59',
  '#d63d3e',
  '#c0272d',
  '#a81f25',
  '#8f1a1f',
  '#6f1317',
];

/** The theme of Mantine. Colours, fonts and sizes follow styles/tokens.css. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 6,
  colors: { indigo, dark, red },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-text)', fontWeight: '550' },
  defaultRadius: 8,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { md: '1.4286' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { color: 'gray', variant: 'subtle' } },
    Button: { defaultProps: { size: 'xs' }, styles: { label: { fontWeight: 550 } } },
    // People write in any language: a field takes its direction from its text.
    Input: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    // Most fields are required, so no asterisk marks those that are.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } } },
    ComboboxOption: { defaultProps: { dir: 'auto' } },
    Menu: {
      defaultProps: { transitionProps: { duration: 120 }, offset: 4, withInitialFocusPlaceholder: false },
    },
    Modal: { defaultProps: { transitionProps: { duration: 140, transition: 'fade' } } },
    Notification: { defaultProps: { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: { defaultProps: { openDelay: 400 } },
  },
});
