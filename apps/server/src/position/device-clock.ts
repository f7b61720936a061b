import { dayMs, minuteMs } from '@huanwei/contract/time'

/** A device clock further ahead than this, ms, is wrong: its report is stored but does not change the live state. */
export const aheadMs = 10 * minuteMs

/** True when a device time was more than `aheadMs` in the future when it was received. Both epoch ms. */
export const isAhead = (time: number, receivedAt: number) => time > receivedAt + aheadMs

/** 2000-01-01 in Asia/Shanghai: no device of ours measured anything before, epoch ms. */
const earliest = Date.UTC(1999, 11, 31, 16)

/**
 * True when a device can have measured at `time`: from 2000 to a day after it was received. What says otherwise is not stored: it would never
 * leave, and days so far off cannot be. Both epoch ms.
 */
export const isDeviceTime = (time: number, receivedAt: number) => time >= earliest && time <= receivedAt + dayMs
