/** What a text of a socket says as JSON; undefined for one that is none. */
export function parsed(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}
