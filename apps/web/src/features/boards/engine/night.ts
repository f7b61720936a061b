import { shanghaiMs } from '@huanwei/contract/time'

/** True between 03:00 and 04:00 in Asia/Shanghai, when a wall may load a new build. Source: spec 3, section 14. */
export const isNight = (now: number) => new Date(now + shanghaiMs).getUTCHours() === 3
