import { createRequire } from 'node:module'

// Most of the time in which jsdom draws a page would be making the component library's styles anew: 160 of 250 ms for a form with a table. No
// test here looks at them, and those in a browser do. What the library hides by a class stays hidden.
if (typeof document !== 'undefined') {
  const load = createRequire(import.meta.url)
  for (const hook of ['useStyleRegister', 'useCSSVarRegister'])
    load(`@ant-design/cssinjs/lib/hooks/${hook}`).default = () => undefined
  load('@rc-component/util/lib/Dom/dynamicCSS').updateCSS = () => document.createElement('style')
  const hidden = document.createElement('style')
  hidden.textContent = ':is([class$="-hidden"], [class*="-hidden "]):not(label, .visually-hidden) { display: none }'
  document.head.append(hidden)
}
