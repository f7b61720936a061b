import { dayMs } from '@huanwei/contract/time'
import { dayStart } from '../lib/time.ts'

/** Days before the first start that have tracks. */
const trackDays = 7

/** The beginnings of the days, epoch ms, that have tracks; today first. */
export const daysWithTracks = (now: number) => Array.from({ length: trackDays + 1 }, (_, ago) => dayStart(now) - ago * dayMs)
