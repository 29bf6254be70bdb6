export const agentHints = {
  namePlaceholder: 'Ada',
  descriptionPlaceholder: 'What it does, where it runs, whom to ask about it',
};
