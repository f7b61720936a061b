import { AdjustmentStatus } from './codes.ts'

export type AdjustmentRefusal = 'decided' | 'opinionMissing' | 'own'

/** Returns the status of an adjustment after a decision, or the refusal: who is concerned or asked for it does not decide. Pure. */
export function decideAdjustment(
  { status, objectId, submittedBy }: { status: AdjustmentStatus; objectId: number; submittedBy: number },
  next: typeof AdjustmentStatus.approved | typeof AdjustmentStatus.rejected,
  { userId, opinion }: { userId: number; opinion: string },
): { next: AdjustmentStatus } | { refusal: AdjustmentRefusal } {
  if (status !== AdjustmentStatus.pending) return { refusal: 'decided' }
  if (userId === objectId || userId === submittedBy) return { refusal: 'own' }
  if (next === AdjustmentStatus.rejected && opinion.trim() === '') return { refusal: 'opinionMissing' }
  return { next }
}
