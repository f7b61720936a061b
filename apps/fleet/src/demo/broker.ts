/** Connects to the MQTT broker, and reconnects whenever the connection ends. */
export async function connectBroker(url: string) {
  const mqtt = (await import('mqtt')).connect(url)
  const listeners: (() => void)[] = []
  mqtt.on('error', (error) => console.error('fleet: the broker:', error.message))
  mqtt.on('connect', () => {
    for (const listener of listeners) listener()
  })
  return {
    /** Publishes the readings of a device at least once. Resolves to false while there is no connection. */
    async publish(number: string, readings: object[]): Promise<boolean> {
      if (!mqtt.connected) return false
      await mqtt.publishAsync(`huanwei/${number}/readings`, JSON.stringify({ readings }), { qos: 1 })
      return true
    },
    /** Calls `listener` after every connect. */
    onConnect: (listener: () => void) => void listeners.push(listener),
    close: () => void mqtt.end(true),
  }
}
