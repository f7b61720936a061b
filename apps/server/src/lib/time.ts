import { dayMs, shanghaiMs } from '@huanwei/contract/time'

/** Epoch ms as `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const timeText = (epochMs: number) => new Date(epochMs + shanghaiMs).toISOString().slice(0, 19).replace('T', ' ')

/** Epoch ms of `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const momentOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`)

/** Days from 1970-01-01 to the day of `at` (epoch ms) in Asia/Shanghai. */
export const dayNumber = (at: number) => Math.floor((at + shanghaiMs) / dayMs)
/** Beginning of the day of `at` in Asia/Shanghai; both epoch ms. */
export const dayStart = (at: number) => dayNumber(at) * dayMs - shanghaiMs
/** The day of `at` (epoch ms) in Asia/Shanghai as `yyyy-MM-dd`. */
export const dayText = (at: number) => timeText(at).slice(0, 10)
