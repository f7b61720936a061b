import { isTest, type Rule } from './tree.ts'

/** Two nouns that need each other: `noun` reaches `other` in `files` only, for a reason that can be said. */
type Meeting = { noun: string; others: string[]; files: string[]; because: string }

const server = 'apps/server/src/features'

const meetings: Meeting[] = [
  {
    noun: `${server}/files`,
    others: [
      'adjustments',
      'cleaning',
      'complaints',
      'documents',
      'exports',
      'facilities',
      'inspections',
      'reports',
      'units',
      'users',
      'video',
    ],
    files: ['queries.ts'],
    because: 'a file is removed when no row of these refers to it',
  },
  {
    noun: `${server}/files`,
    others: ['boards'],
    files: ['routes.ts'],
    because: 'an address that was signed for a board ends with its token',
  },
  {
    noun: `${server}/files`,
    others: ['violations'],
    files: ['routes.ts'],
    because: 'who opens a file that is evidence is noted',
  },
  {
    noun: `${server}/complaints`,
    others: ['cleaning'],
    files: ['routes.ts'],
    because: 'the citizen sees the work that a public event led to',
  },
  {
    noun: `${server}/departments`,
    others: ['areas', 'roles', 'users', 'vehicles'],
    files: ['queries.ts'],
    because: 'a department counts what belongs to it, and goes only when nothing does',
  },
  {
    noun: `${server}/dictionaries`,
    others: ['approvals', 'documents', 'facilities', 'inspections', 'vehicles', 'violations'],
    files: ['queries.ts'],
    because: 'an item goes only when no row names it',
  },
  {
    noun: `${server}/tenants`,
    others: ['session', 'sites'],
    files: ['routes.ts'],
    because: 'a tenant is added with the account of its administrator, and strangers are told the one of their host',
  },
  {
    noun: `${server}/logs`,
    others: ['users'],
    files: ['queries.ts'],
    because: 'a line is in the scope of the person who caused it',
  },
  {
    noun: `${server}/menus`,
    others: ['roles'],
    files: ['queries.ts'],
    because: 'a menu is shown to the roles that hold it',
  },
  {
    noun: `${server}/roles`,
    others: ['users'],
    files: ['queries.ts'],
    because: 'a role counts its users',
  },
  {
    noun: `${server}/users`,
    others: ['session'],
    files: ['routes.ts'],
    because: 'a locked or removed user is logged out',
  },
  {
    noun: `${server}/areas`,
    others: ['rules', 'work'],
    files: ['queries.ts', 'routes.ts'],
    because: 'a change of an area names the rules and job plans that use it',
  },
  {
    noun: `${server}/shifts`,
    others: ['rules', 'work'],
    files: ['routes.ts'],
    because: 'a change of a shift names the rules and job plans that use it',
  },
  {
    noun: `${server}/calendar`,
    others: ['work'],
    files: ['routes.ts'],
    because: 'a change of the calendar is one for the job plans that keep to it',
  },
  {
    noun: `${server}/facilities`,
    others: ['readings'],
    files: ['listed-facilities.ts', 'queries.ts'],
    because: 'the list of facilities says what trucks weighed at each today, and finds those at which they did',
  },
  {
    noun: `${server}/history`,
    others: ['work'],
    files: ['bands/read-bands.ts'],
    because: 'what something did along its track includes the work of job plans, which is seen from tracks',
  },
  {
    noun: `${server}/emergencies`,
    others: ['violations'],
    files: ['export.ts'],
    because: 'the sheet of calls for help says how they were judged',
  },
  {
    noun: `${server}/recordings`,
    others: ['video'],
    files: ['queries.ts'],
    because: 'a schedule counts the recordings that it makes',
  },
  {
    noun: `${server}/video`,
    others: ['violations'],
    files: ['api/alarms.ts', 'api/queries.ts', 'attachments/queries.ts', 'evidence/queries.ts', 'recordings/queries.ts'],
    because: 'an alarm is recorded and its files are asked for, it shows what came, and the video interface lists both',
  },
  {
    noun: 'apps/web/src/features/emergencies',
    others: ['violations'],
    files: ['EmergencyState.tsx'],
    because: 'the list of calls for help says how they were judged',
  },
  {
    noun: 'apps/web/src/features/exports',
    others: ['parameters'],
    files: ['ExportsDrawer.tsx'],
    because: 'the list of exports says for how many days they are kept',
  },
  {
    noun: 'apps/web/src/features/rules',
    others: ['violations'],
    files: ['tryout/TriedEvents.tsx'],
    because: 'what a rule would have found stands beside how people judged the same',
  },
]

const nounOf = (path: string) => /^(apps\/[^/]+\/src\/features\/[^/]+)\//.exec(path)?.[1]

/** Finds pairs of nouns that import each other without a meeting that explains it, and meetings that explain nothing any more. */
export const mutualNouns: Rule = {
  name: 'nouns that need each other',
  inTree(sources) {
    const arrows = new Map<string, Set<string>>()
    for (const { path, imports } of sources) {
      const noun = nounOf(path)
      if (!noun || isTest(path)) continue
      for (const { target } of imports) {
        const other = nounOf(target)
        if (!other || other === noun) continue
        const key = `${noun} → ${other}`
        arrows.set(key, (arrows.get(key) ?? new Set()).add(path))
      }
    }
    const explained = new Set<string>()
    const unexplained = [...arrows].flatMap(([key, files]) => {
      const [noun = '', other = ''] = key.split(' → ')
      const back = arrows.get(`${other} → ${noun}`)
      if (!back || noun > other) return []
      const isExplained = [...explanationsOf(noun, other, files), ...explanationsOf(other, noun, back)]
      for (const one of isExplained) explained.add(one)
      return isExplained.length
        ? []
        : [`${[...files][0]}: ${noun} and ${other} import each other; open the circle or explain it in meetings.ts`]
    })
    const nouns = new Set(sources.map(({ path }) => nounOf(path)))
    const idle = meetings
      .flatMap(({ noun, others }) => others.map((other) => ({ noun, other })))
      .filter(({ noun, other }) => nouns.has(noun) && nouns.has(`${server}/${other}`))
      .map(({ noun, other }) => `${noun} → ${other}`)
      .filter((key) => !explained.has(key))
      .map((key) => `tools/structure/meetings.ts: ${key} needs no explanation any more`)
    return [...unexplained, ...idle]
  },
}

/** The meetings that explain why `files` of `noun` reach `otherPath`. */
function explanationsOf(noun: string, otherPath: string, files: ReadonlySet<string>): string[] {
  const other = otherPath.slice(otherPath.lastIndexOf('/') + 1)
  return meetings
    .filter((meeting) => meeting.noun === noun && meeting.others.includes(other))
    .filter((meeting) => [...files].every((file) => meeting.files.some((name) => file === `${noun}/${name}`)))
    .map(() => `${noun} → ${other}`)
}
