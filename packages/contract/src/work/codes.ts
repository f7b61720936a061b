/** Work of a plan: all of it, sweeping, watering, or transfer of garbage. Source: spec 4, V.1. */
export const JobType = { whole: 'whole', clean: 'clean', water: 'water', transfer: 'transfer' } as const
export type JobType = (typeof JobType)[keyof typeof JobType]

/** A task before its time, in its time, done, or not done when its time was over. */
export const WorkState = { due: 'due', running: 'running', done: 'done', missed: 'missed' } as const
export type WorkState = (typeof WorkState)[keyof typeof WorkState]
