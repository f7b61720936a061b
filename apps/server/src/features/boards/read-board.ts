import { createHash } from 'node:crypto'
import { PanelKind } from '@huanwei/contract/boards/codes'
import type { readBoard } from '@huanwei/contract/boards/endpoints'
import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { textIn } from '@huanwei/contract/designs/rules'
import type { Output } from '@huanwei/contract/endpoint'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { GroundOf } from '../sites/ground.ts'
import type { BoardScope, Computed, Computer } from './compute.ts'
import type { BoardSubject } from './source.ts'
import { sources } from './sources.ts'

/** Sizes of the design, px. A wall of two screens gives a board that lies twice the width. */
const uprightSize = { width: 1080, widest: 1080, height: 1920 } as const
const wideSize = { width: 1920, widest: 3840, height: 1080 } as const

type BoardOutput = NonNullable<Output<typeof readBoard>['board']>
type Wanted = {
  definition: BoardDefinition
  scope: BoardScope
  language: Language
  known?: string | undefined
  subject: BoardSubject & { name?: string | undefined }
  /** Organisation or department of a report. */
  about?: string
}

/** A board with its figures; without them where the asker knows this version. */
export async function readBoardOf(
  computer: Computer,
  groundOf: GroundOf,
  { definition, scope, language, known, subject, about = '' }: Wanted,
): Promise<{ version: string; board: BoardOutput | null }> {
  const { panels: drawn, theme, title, isUpright } = definition
  const computed: Computed[] = []
  // One after the other: a board must not take all connections to the database.
  for (const { source, params } of drawn) computed.push(await computer.of(scope, source, params, language, subject))
  const version = createHash('sha256')
    .update(JSON.stringify([definition, language, subject, computed.map(({ hash }) => hash)]))
    .digest('base64url')
  if (version === known) return { version, board: null }
  const panels = drawn.map(({ source, params: _, title: texts, ...panel }, place) => ({
    ...panel,
    title: textIn(texts, language),
    pace: sources[source].pace,
    madeAt: computed[place]!.madeAt,
    data: computed[place]!.data,
  }))
  const ground = drawn.some(({ kind }) => kind === PanelKind.map) ? groundOf(scope) : null
  const ofSpan = subject.span && say(language, `boards:paper.title.${subject.span.period}`)
  return {
    version,
    board: {
      title: subject.name ?? ofSpan ?? textIn(title, language),
      ...(isUpright ? uprightSize : wideSize),
      theme,
      day: subject.day ?? null,
      span: subject.span ? { ...subject.span, about } : null,
      panels,
      ground,
    },
  }
}
