/** The part of a live message that orders it. */
export type Head = { epoch: string; seq: number; type: 'snapshot' | 'patch' }
/** Sequence state of a subscription; undefined until its snapshot came. */
export type SequenceState = { epoch: string; seq: number } | undefined

/**
 * Decision on the next message of a topic: `apply` it, `skip` it (nothing to patch yet, or seen before), or `resync`: a message
 * is missing or the server started anew, so only a fresh snapshot helps. Source: spec 3, section 13.
 */
export function follow(place: SequenceState, head: Head): 'apply' | 'skip' | 'resync' {
  if (head.type === 'snapshot') return 'apply'
  if (!place) return 'skip'
  if (head.epoch !== place.epoch) return 'resync'
  if (head.seq <= place.seq) return 'skip'
  return head.seq === place.seq + 1 ? 'apply' : 'resync'
}
