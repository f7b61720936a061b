/** What a device's readings of one metric and channel are called together: `ammonia`, `occupied.3`. */
export const readingKey = (metric: string, channel: number) => (channel ? `${metric}.${channel}` : metric)
