import { createHash } from 'node:crypto'
import { PanelKind } from '@huanwei/contract/boards/codes'
import type { readBoard } from '@huanwei/contract/boards/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import type { Language } from '@huanwei/words/languages'
import { say, sayKnown } from '@huanwei/words/say'
import type { GroundOf } from '../sites/ground.ts'
import type { BoardScope, Computed, Computer } from './compute.ts'
import { designSize, type Preset, uprightSize } from './preset.ts'
import type { BoardSubject } from './source.ts'
import { sources } from './sources.ts'

type BoardOutput = NonNullable<Output<typeof readBoard>['board']>
type Wanted = {
  path: string
  preset: Preset
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
  { path, preset, scope, language, known, subject, about = '' }: Wanted,
): Promise<{ version: string; board: BoardOutput | null }> {
  const computed: Computed[] = []
  // One after the other: a board must not take all connections to the database.
  for (const { source, params = {} } of preset.panels) computed.push(await computer.of(scope, source, params, language, subject))
  const version = createHash('sha256')
    .update(JSON.stringify([path, language, subject, computed.map(({ hash }) => hash)]))
    .digest('base64url')
  if (version === known) return { version, board: null }
  const panels = preset.panels.map(({ kind, source, title, at: [x, y, w, h] }, place) => ({
    id: `${place} ${source}`,
    kind,
    title: title ? say(language, `boards:panel.${title}`) : '',
    x,
    y,
    w,
    h,
    pace: sources[source].pace,
    madeAt: computed[place]!.madeAt,
    data: computed[place]!.data,
  }))
  const ofSpan = subject.span && say(language, `boards:paper.title.${subject.span.period}`)
  const name =
    subject.name ?? ofSpan ?? sayKnown(language, `pages:board.${path}`) ?? sayKnown(language, `pages:board.${path}/index`) ?? ''
  const ground = preset.panels.some(({ kind }) => kind === PanelKind.map) ? groundOf(scope) : null
  return {
    version,
    board: {
      title: name,
      ...(preset.isUpright ? uprightSize : designSize),
      theme: preset.theme,
      day: subject.day ?? null,
      span: subject.span ? { ...subject.span, about } : null,
      panels,
      ground,
    },
  }
}
