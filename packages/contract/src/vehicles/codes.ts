/** Colours of plates. Source: JT/T 697.7. */
export const plateColours = [1, 2, 3, 4, 5, 9] as const
