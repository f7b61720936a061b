/** State of the server against the code in this window: it does not answer, it has another version of the product, or the same. */
export async function productState(): Promise<'unreachable' | 'updated' | 'same'> {
  try {
    const reply = await fetch('/', { cache: 'no-store' })
    if (!reply.ok) return 'unreachable'
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    return entryOf(page) === entryOf(document) ? 'same' : 'updated'
  } catch (error) {
    console.debug('huanwei: the product could not be asked for', error)
    return 'unreachable'
  }
}

/** Name of the script that starts the product: another one in every version. */
const entryOf = (page: Document) => page.querySelector('script[type=module][src]')?.getAttribute('src') ?? null
