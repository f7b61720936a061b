/** True while the browser itself knows of no network. */
export const isOffline = () => navigator.onLine === false
