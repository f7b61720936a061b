import { createHash } from 'node:crypto'
import { isMapKind } from '@huanwei/contract/boards/codes'
import type { Board, Panel } from '@huanwei/contract/boards/endpoints'
import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { textIn } from '@huanwei/contract/designs/rules'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { GroundOf } from '../sites/ground.ts'
import type { BoardScope, Computed, Computer } from './compute.ts'
import type { BoardSubject } from './source.ts'
import { sources } from './sources.ts'

/** Sizes of the design, px. A wall of two screens gives a board that lies twice the width. */
const uprightSize = { width: 1080, widest: 1080, height: 1920 } as const
const wideSize = { width: 1920, widest: 3840, height: 1080 } as const

type Wanted = {
  definition: BoardDefinition
  scope: BoardScope
  language: Language
  subject: BoardSubject & { name?: string | undefined }
  /** Department that it is about, or the organisation of a report; '' for the organisation of a screen. */
  about?: string
  listDept?: number | undefined
}

/** A board at one moment. `version` names all of it, `form` all but the contents of its panels. */
export type BoardReading = { version: string; form: string; panels: readonly Panel[]; whole(): Board }

const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** Reads a board. Contents that did not change since the reading before are the same objects. */
export async function readBoardOf(computer: Computer, groundOf: GroundOf, wanted: Wanted): Promise<BoardReading> {
  const { definition, scope, language, subject, about, listDept } = wanted
  const computed: Computed[] = []
  // One after the other: a board must not take all connections to the database.
  for (const { source, params } of definition.panels) computed.push(await computer.of(scope, source, params, language, subject))
  const form = digestOf([definition, language, subject, about, listDept])
  const panels = definition.panels.map(({ source, params: _, title: texts, ...panel }, place) => ({
    ...panel,
    title: textIn(texts, language),
    pace: sources[source].pace,
    madeAt: computed[place]!.madeAt,
    data: computed[place]!.data,
  }))
  return {
    version: digestOf([form, computed.map(({ hash }) => hash)]),
    form,
    panels,
    whole: () => boardOf(wanted, panels, groundOf),
  }
}

function boardOf(
  { definition, scope, language, subject, about = '', listDept }: Wanted,
  panels: Panel[],
  groundOf: GroundOf,
): Board {
  const { theme, title, isUpright } = definition
  const ofSpan = subject.span && say(language, `boards:paper.title.${subject.span.period}`)
  return {
    title: subject.name ?? ofSpan ?? textIn(title, language),
    ...(isUpright ? uprightSize : wideSize),
    theme,
    about,
    listDept: listDept ?? null,
    day: subject.day ?? null,
    span: subject.span ?? null,
    panels,
    ground: panels.some(({ kind }) => isMapKind(kind)) ? groundOf(scope) : null,
  }
}
