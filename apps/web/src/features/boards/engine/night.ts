import { shanghaiMs } from '@huanwei/contract/time'

/** Walls load a new build one after the other within so many minutes. */
const spreadMinutes = 50

/** A minute of the night, for one wall. */
export const ownMinute = () => Math.floor(Math.random() * spreadMinutes)

/** True from a minute after 03:00 to 04:00 in Asia/Shanghai, when a wall may load a new build. Source: spec 3, section 14. */
export function isNight(now: number, minute: number) {
  const time = new Date(now + shanghaiMs)
  return time.getUTCHours() === 3 && time.getUTCMinutes() >= minute
}
