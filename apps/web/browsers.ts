/**
 * The oldest browsers that run the web app. `tsconfig.browser.json` keeps out what is younger: its language is ES2023, its web platform that
 * of spring 2023 (@types/web 0.0.99). Chrome 111 is the first with color-mix(), which the themes need.
 */
export const browsers = ['chrome111', 'edge111', 'firefox115', 'safari16.4']
