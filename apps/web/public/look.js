// Before the first paint: the theme and the colours that this browser showed last. Written by src/ui/look.ts.
try {
  const { themeName, variables } = JSON.parse(localStorage.getItem('huanwei-look')).content
  document.documentElement.dataset.theme = themeName
  for (const name in variables) document.documentElement.style.setProperty(name, variables[name])
} catch {
  // Nothing is kept yet, or nothing may be: the page begins in the default theme.
}
