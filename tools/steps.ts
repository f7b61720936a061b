/** Runs one step of a longer work and says on the screen what it does, how it went and how long it took. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const line = (mark: string, end: string) => `${mark} ${name}${end}`
  if (process.stdout.isTTY) process.stdout.write(line('·', ' …'))
  const took = () => ` (${((performance.now() - started) / 1000).toFixed(1)} s)`
  try {
    const result = await work()
    const detail = typeof result === 'string' ? `: ${result}` : ''
    console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${line('✓', `${detail}${took()}`)}`)
    return result
  } catch (error) {
    console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${line('✗', took())}`)
    throw error
  }
}
