/** The themes of the pictures, and of their readers. */
export const themes = ['light', 'dark'] as const;

export type Theme = (typeof themes)[number];
