/** Asia/Shanghai is UTC+8 all year. */
const shanghaiMs = 8 * 3_600_000

/** Epoch ms as `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const timeText = (epochMs: number) => new Date(epochMs + shanghaiMs).toISOString().slice(0, 19).replace('T', ' ')

/** Epoch ms of `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const momentOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`)

export const dayMs = 86_400_000
/** The beginning of the day in Asia/Shanghai that a moment falls on, and its name, `yyyy-MM-dd`; epoch ms. */
export const dayStart = (at: number) => Math.floor((at + shanghaiMs) / dayMs) * dayMs - shanghaiMs
export const dayText = (at: number) => timeText(at).slice(0, 10)
