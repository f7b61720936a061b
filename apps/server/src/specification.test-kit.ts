import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder beside the product's own. */
const folder = join(import.meta.dirname, '../../../../shared/spec')
const [first, second] = ['1-shell-and-monitoring.md', '2-work-queues-and-request-layer.md'].map((name) => join(folder, name))
/** False where only the product was copied. */
export const isThere = existsSync(folder)

const method = '(?:GET|POST|PUT|DELETE)'
const start = `(?:(${method})(?: and (${method}))? |^- )`
/** `/path/: name, name`; POST where it says no method. */
const below = new RegExp(`${start}(/[\\w/-]+/): (.*)`, 'gm')
/** `/path/{id}`, with its neighbours: `/path/name, name` and `/path/name and /name`. */
const single = new RegExp(`${start}(/(?:admin|auth|open)/[\\w/{}-]*\\b}?)((?:(?:, | and /)\\w+(?=[,.]| and |$))*)`, 'gm')

/** The calls that a part of a document names, as `METHOD /path`, each field of a path as `{}`. */
function callsIn(text: string): string[] {
  const lists = [...text.matchAll(below)].map(([, first, second, path, names = '']) => ({
    methods: [first, second],
    paths: names
      .replace(/ \(.*?\)|\.$/g, '')
      .split(', ')
      .map((name) => `${path}${name}`),
  }))
  const others = [...text.replace(below, '').matchAll(single)].map(([, first, second, path = '', more]) => ({
    methods: [first, second],
    paths: [path, ...(more?.match(/\w{4,}/g) ?? []).map((name) => path.replace(/[^/]*$/, name))],
  }))
  return [...lists, ...others].flatMap(({ methods: [first = 'POST', second], paths }) =>
    [first, second].flatMap((one) => (one ? paths.map((path) => `${one} ${path.replace(/\{\w+\}/g, '{}')}`) : [])),
  )
}

/** The part of a document below a heading, until the next one of the kind of `end`. */
const partOf = (document: string, heading: RegExp, end: RegExp) =>
  readFileSync(document, 'utf8').split(heading)[1]?.split(end)[0] ?? ''
const sectionsOf = (document: string) => partOf(document, /^## 7\. .*$/m, /^## /m)
const paragraphOf = (document: string, heading: RegExp) => callsIn(partOf(document, heading, /^(?:\*\*|#)/m))

/** All calls of both documents; those of video servers, of intercoms and of the signed helper are not the platform's own. */
export const allCalls = isThere ? [...new Set([...callsIn(sectionsOf(first!)), ...callsIn(sectionsOf(second!))])] : []

/** Calls of monitoring: trees, data, statistics, rules, full cans. */
export const monitoringCalls = isThere
  ? [
      ...paragraphOf(first!, /^\*\*Trees and data\*\*.*$/m),
      ...paragraphOf(first!, /^\*\*User\*\*$/m).filter((call) => call.endsWith('Count')),
      ...paragraphOf(second!, /^### 7.8 .*$/m).filter((call) => !call.includes('reportForms')),
    ]
  : []
