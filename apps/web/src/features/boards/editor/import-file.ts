import { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { isWord } from '@huanwei/contract/fields'
import type { TFunction } from 'i18next'
import { z } from 'zod'

/** Bytes of a definition at most: far more than the largest one. */
export const mostBytes = 200_000
/** Problems that are said: more help nobody. */
const mostNamed = 5

export type Imported = { definition: BoardDefinition } | { problems: string[] }

const Titled = z.object({ title: z.looseObject({}) })

/** A definition out of the text of a file, or its problems, which name the panel. */
export function readDefinition(text: string, t: TFunction<['boards', 'checks']>): Imported {
  const sent = parse(text)
  if (sent === undefined) return { problems: [t('boards:editor.notJson')] }
  const checked = BoardDefinition.safeParse(sent)
  if (checked.success) return { definition: checked.data }
  const texts = checked.error.issues.map(({ path, message }) => {
    const [part, place, ...fields] = path
    const what = isWord(message)
      ? t(message)
      : t('boards:editor.badValue', { field: [...(part === 'panels' ? fields : path)].join('.') })
    return part === 'panels' && typeof place === 'number' ? `${panelName(sent, place, t)}: ${what}` : what
  })
  return { problems: [...new Set(texts)].slice(0, mostNamed) }
}

/** Data of a JSON text; undefined for any other text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function panelName(sent: unknown, place: number, t: TFunction<['boards', 'checks']>) {
  const panels = z.object({ panels: z.array(z.unknown()) }).safeParse(sent).data?.panels ?? []
  const title = Titled.safeParse(panels[place]).data?.title ?? {}
  const [name = ''] = Object.values(title).filter((one): one is string => typeof one === 'string' && one !== '')
  return name ? t('boards:editor.panelNamed', { number: place + 1, name }) : t('boards:editor.panelNumber', { number: place + 1 })
}
