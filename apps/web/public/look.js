// Before the first paint: the theme and the colours that this browser showed last, written by src/ui/theme/look.ts, and the outline of the
// screen that comes, see index.html.
{
  const page = document.documentElement
  const stored = (name) => JSON.parse(localStorage.getItem(`huanwei-${name}`))?.content
  try {
    const { themeName, variables } = stored('look')
    page.dataset.theme = themeName
    for (const name in variables) page.style.setProperty(name, variables[name])
  } catch {
    // Nothing is kept yet, or nothing may be: the page begins in the default theme.
  }
  try {
    const hasSession = stored('access_token') && document.cookie.includes('huanwei-browser=1')
    // Pages in the frame, which lead to the login without a session, and the login itself.
    const isFramed = /^\/($|(login|login-new|wel|monitor|event|clean|rule|asset|system|info)(\/|$))/.test(location.pathname)
    if (isFramed && !stored('isLock')) page.dataset.first = hasSession ? 'frame' : 'login'
  } catch {
    // Nothing may be kept here: without an outline.
  }
}
