/** Asia/Shanghai is UTC+8 all year. */
const shanghaiMs = 8 * 3_600_000

/** Epoch ms as `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const timeText = (epochMs: number) => new Date(epochMs + shanghaiMs).toISOString().slice(0, 19).replace('T', ' ')
