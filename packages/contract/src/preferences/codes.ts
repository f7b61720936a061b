/** The themes: the name is the class of the page's body and what is stored. Source: spec 1, section 9; spec 4, S0 §2.5. */
export const themeNames = ['default', 'theme-white', 'theme-star', 'theme-iview', 'theme-d2', 'theme-hey'] as const
export type ThemeName = (typeof themeNames)[number]
/** Choice of a person: a theme, or the light or dark one that the device is set to at the time. */
export const themeChoices = [...themeNames, 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** Objects pinned beside the live map. */
export const mostLivePins = 4
/** Kinds of objects that the tree of the live page shows, and what its map can hide. */
export const liveTabs = ['vehicle', 'person', 'facility'] as const
export const liveLayers = [...liveTabs, 'can', 'area'] as const

/** The theme colour until another one is chosen. Source: spec 1, section 9. */
export const defaultColour = '#12b5c7'
/** Offered in the colour picker. Source: spec 4, S0 §2.5. */
export const presetColours = ['#ff4500', '#ff8c00', '#ffd700', '#90ee90', '#00ced1', '#1e90ff', '#c71585'] as const
