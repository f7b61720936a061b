import type { Tx } from '../../db/connect.ts'
import { type BoundSpan, readPositions } from './queries.ts'
import { joinTracks, type StoredPosition, trackOf } from './track.ts'

/** Fixes of each terminal during its binding. */
export async function fixesOf(tx: Tx, tenantId: number, bindings: readonly BoundSpan[]) {
  const lists: StoredPosition[][] = []
  for (const one of bindings) lists.push(await readPositions(tx, tenantId, one))
  return lists
}

/** The track of an object out of every fix of its terminals. */
export const exactTrack = async (tx: Tx, tenantId: number, bindings: readonly BoundSpan[]) =>
  joinTracks((await fixesOf(tx, tenantId, bindings)).map(trackOf))
