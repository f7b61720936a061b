/** What `work` makes of each, in their order; at most `few` are under way. */
export async function fewAtOnce<Item, Result>(items: readonly Item[], few: number, work: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  const left = items.entries()
  const workThrough = async () => {
    for (const [i, item] of left) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: few }, workThrough))
  return results
}
