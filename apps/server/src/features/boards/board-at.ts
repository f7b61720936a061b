import { ownBoardId } from '@huanwei/contract/boards/codes'
import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import type { Tx } from '../../db/connect.ts'
import { notFound, Refused } from '../../http/refuse.ts'
import { findPublished } from './own/queries.ts'
import { presetAt } from './presets.ts'

/** The definition at an address: a preset, or what an organisation has published there. Refuses where there is none. */
export async function boardAt(tx: Tx, tenantId: number, path: string): Promise<BoardDefinition> {
  const preset = presetAt(path)
  if (preset) return preset
  const id = ownBoardId(path)
  if (id === undefined) throw notFound()
  const [own] = await findPublished(tx, tenantId, id)
  // In the envelope alone, as for a token: a screen asks every few seconds.
  if (!own) throw new Refused(200, 'boards:refusal.own', {}, 'board_own')
  return own.definition
}

/** True for two addresses of one board. */
export const isSameBoard = (one: string, other: string) => one === other || (presetAt(one) ?? one) === (presetAt(other) ?? other)
