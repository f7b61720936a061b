/** The results of `work` in the order of the items; at most `few` run at once. */
export async function fewAtOnce<Item, Result>(items: readonly Item[], few: number, work: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  const left = items.entries()
  const workThrough = async () => {
    for (const [i, item] of left) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: few }, workThrough))
  return results
}
