/** Key of a device's readings of one metric and channel: `ammonia`, `occupied.3`. */
export const readingKey = (metric: string, channel: number) => (channel ? `${metric}.${channel}` : metric)
