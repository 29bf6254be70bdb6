export default {
  plugins: {
    // Mantine's light-dark() does not reach :root, where the tokens are defined; the CSS function does.
    'postcss-preset-mantine': { features: { lightDarkFunction: false } },
    'postcss-simple-vars': {
      variables: {
        'mantine-breakpoint-xs': '36em',
        'mantine-breakpoint-sm': '48em',
        'mantine-breakpoint-md': '62em',
        'mantine-breakpoint-lg': '75em',
        'mantine-breakpoint-xl': '88em',
      },
    },
  },
};
