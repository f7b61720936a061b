/** Source: spec 3, section 19. */
export const AdjustmentStatus = { pending: 1, approved: 2, rejected: 3 } as const
export type AdjustmentStatus = (typeof AdjustmentStatus)[keyof typeof AdjustmentStatus]
