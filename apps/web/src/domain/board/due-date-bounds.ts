/**
 * The bounds of a field for a due date: browsers accept years of six digits, and report year 2 when the first digit of
 * 2027 is typed.
 */
export const dueDateBounds = { min: '1900-01-01', max: '9999-12-31' };
