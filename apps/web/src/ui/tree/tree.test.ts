import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CheckedIds, createChecks } from './checks.ts'
import { createCounts } from './counts.ts'
import { filterTree, highlight, matches, needleOf } from './filter.ts'
import { buildTree, nodeKeyOf, type TreeItem, visibleRows } from './model.ts'
import { searchParts } from './search-blocks.ts'
import { someItems } from './tree.test-kit.ts'

/** The same tree as objects, the way one would write it without caring for speed. */
type Naive = { item: TreeItem; above: Naive | undefined; children: Naive[] }
function naiveTree(items: TreeItem[]): Naive[] {
  const nodes = items.map((item): Naive => ({ item, above: undefined, children: [] }))
  const roots: Naive[] = []
  for (const node of nodes) {
    const above = nodes.find((other) => other !== node && other.item.isParent && other.item.id === node.item.parentId)
    node.above = above
    ;(above?.children ?? roots).push(node)
  }
  return roots
}
const subtree = (node: Naive): Naive[] => [node, ...node.children.flatMap(subtree)]
const ancestors = (node: Naive): Naive[] => (node.above ? [node.above, ...ancestors(node.above)] : [])

const someFilter = fc.record({
  query: fc.constantFrom('', 'A', 'a', '环卫', 'hw', 'JA', '12345', 'zzz', ' Sw '),
  kept: fc.option(fc.integer({ min: 2, max: 3 })),
})
const keepOf = (kept: number | null) => (kept === null ? undefined : (item: TreeItem) => item.id % kept === 0)

test('the flat tree is the depth-first walk of the list', () => {
  fc.assert(
    fc.property(someItems, (items) => {
      const model = buildTree(items)
      const nodes = naiveTree(items).flatMap(subtree)
      expect([...model.items]).toEqual(nodes.map((node) => node.item))
      nodes.forEach((node, i) => {
        const siblings = node.above?.children ?? naiveTree(items)
        expect([model.depth[i], model.size[i], model.siblings[i]]).toEqual([
          ancestors(node).length,
          subtree(node).length,
          siblings.length,
        ])
        expect(siblings[model.place[i]! - 1]?.item).toBe(node.item)
        expect(model.parent[i]! < 0 ? undefined : model.items[model.parent[i]!]).toBe(node.above?.item)
        expect((node.item.isParent ? model.groupIndex : model.leafIndex)(node.item.id)).toBe(i)
      })
    }),
  )
})

test('nothing is lost in a ring', () => {
  const ring = [1, 2, 3].map((id) => ({ id, parentId: (id % 3) + 1, isParent: true, label: `${id}`, name: '', initials: '' }))
  const model = buildTree(ring)
  expect(model.items.map(nodeKeyOf).sort()).toEqual(['d1', 'd2', 'd3'])
  expect([...model.size]).toEqual([3, 2, 1])
})

test('search, choice and folding show what a naive walk shows', () => {
  fc.assert(
    fc.property(someItems, someFilter, fc.infiniteStream(fc.boolean()), (items, { query, kept }, folds) => {
      const model = buildTree(items)
      const needle = needleOf(query)
      const keep = keepOf(kept)
      const found = needle ? matches(model, needle) : undefined
      const filtered = filterTree(model, found, keep && ((index) => keep(model.items[index]!)))

      const hit = ({ item }: Naive) => !needle || searchParts(item).some((part) => part.toLowerCase().includes(needle))
      const near = (node: Naive) => hit(node) || ancestors(node).some(hit)
      const passes = (node: Naive): boolean => !node.item.isParent && near(node) && (!keep || keep(node.item))
      const shows = (node: Naive) =>
        subtree(node).some(passes) || (node.item.isParent && !keep && subtree(node).some((one) => one.item.isParent && near(one)))
      const nodes = naiveTree(items).flatMap(subtree)
      if (!needle && !keep) expect(filtered).toBeUndefined()
      else {
        expect([...filtered!.shown]).toEqual(nodes.map((node) => (shows(node) ? 1 : 0)))
        expect(filtered!.leaves).toBe(nodes.filter(passes).length)
      }
      if (filtered) {
        const opens = (node: Naive) =>
          subtree(node).some((one) => one !== node && hit(one) && (one.item.isParent ? !keep : passes(one)))
        expect([...filtered.open!]).toEqual(nodes.map((node) => (node.item.isParent && opens(node) ? 1 : 0)))
      }

      const open = Uint8Array.from(nodes, () => (folds.next().value ? 1 : 0))
      const rows = visibleRows(model, open, filtered?.shown)
      const visible = nodes.flatMap((node, i) => {
        const seen = !filtered || filtered.shown[i] === 1
        return seen && ancestors(node).every((above) => open[nodes.indexOf(above)] === 1) ? [i] : []
      })
      // A leaf's `open` bit means nothing: its subtree is itself.
      expect([...rows]).toEqual(visible)
    }),
  )
})

test('search text finds every node that a look at each would', () => {
  fc.assert(
    fc.property(someItems, fc.constantFrom('a', '环', 'hw', 'i', '5', 's', '\u0307'), (items, needle) => {
      const model = buildTree(items)
      const found = matches(model, needle)
      expect([...found]).toEqual(
        model.items.map((item) => (searchParts(item).some((part) => part.toLowerCase().includes(needle)) ? 1 : 0)),
      )
    }),
  )
})

test('the figures kept while leaves change equal a fresh count', () => {
  fc.assert(
    fc.property(
      someItems,
      fc.array(fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 8 }), { maxLength: 6 }),
      (items, rounds) => {
        const model = buildTree(items)
        const on = new Set([1, 2, 3])
        const counts = createCounts(model, ({ id }) => on.has(id))
        counts.look()
        const nodes = naiveTree(items).flatMap(subtree)
        const figures = () => model.items.map((_, i) => [counts.online(i), model.leaves[i]])
        const fresh = () =>
          nodes.map((node) => {
            const leaves = subtree(node).filter((one) => !one.item.isParent)
            return [leaves.filter((one) => on.has(one.item.id)).length, leaves.length]
          })
        expect(figures()).toEqual(fresh())
        rounds.forEach((ids, round) => {
          const before = figures()
          for (const id of ids) on.has(id) ? on.delete(id) : on.add(id)
          const touched = round % 2 ? counts.update(ids) : counts.look()
          expect(figures()).toEqual(fresh())
          const changed = model.items.flatMap((item, i) => (item.isParent && before[i]![0] !== figures()[i]![0] ? [i] : []))
          for (const index of changed) expect(touched).toContain(index)
        })
      },
    ),
  )
})

test('checking and unchecking adds and takes away what a Set would', () => {
  const some = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 10 })
  fc.assert(
    fc.property(someItems, some, some, (items, first, places) => {
      const model = buildTree(items)
      const nodes = naiveTree(items).flatMap(subtree)
      const plain = new Set(first)
      let ids: CheckedIds = new Set(first)
      for (const place of places.filter((one) => one < nodes.length)) {
        const below = subtree(nodes[place]!).flatMap(({ item }) => (item.isParent ? [] : item.id))
        const all = below.length > 0 && below.every((id) => plain.has(id))
        for (const id of below) all ? plain.delete(id) : plain.add(id)
        const keep = (next: CheckedIds) => {
          ids = next
        }
        createChecks(model, ids, keep).toggle(place)
        expect([ids.size, new Set(ids)]).toEqual([plain.size, plain])
        for (let id = 0; id < 30; id++) expect(ids.has(id)).toBe(plain.has(id))
        const { of } = createChecks(model, ids, keep)
        nodes.forEach((node, i) => {
          const leaves = subtree(node).filter((one) => !one.item.isParent)
          const checked = leaves.filter((one) => plain.has(one.item.id)).length
          expect(of(i)).toBe(checked > 0 && (checked === leaves.length || 'mixed'))
        })
      }
    }),
  )
})

test.each([
  ['京A12345', 'a123', [1, 5]],
  ['环卫一队', 'hw', undefined],
  ['İa', 'a', undefined],
  ['any', '', undefined],
] as const)('%s highlights %s', (label, needle, range) => {
  expect(highlight(label, needle)).toEqual(range)
})

test('a match in any block of a large tree is found', () => {
  const items = Array.from({ length: 20_000 }, (_, i) => ({
    id: i,
    parentId: 0,
    isParent: false,
    label: `V${i}`,
    name: '',
    initials: '',
  }))
  const model = buildTree(items)
  expect(model.blocks.length).toBeGreaterThan(1)
  const found = matches(model, 'v19999')
  expect(found.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(found[19_999]).toBe(1)
})

test('a choice unfolds the few that it leaves; where it leaves many, folding stays as it was', () => {
  const crew = { id: 1, parentId: 0, isParent: true, label: '一队', name: '', initials: '' }
  const cars = Array.from({ length: 31 }, (_, i) => ({ ...crew, id: i + 1, parentId: 1, isParent: false, label: `V${i}` }))
  const model = buildTree([crew, ...cars])
  const kept = (most: number) => filterTree(model, undefined, (index) => model.items[index]!.id <= most)
  expect(kept(30)).toMatchObject({ leaves: 30, open: Uint8Array.from([1, ...cars.map(() => 0)]) })
  expect(kept(31)).toMatchObject({ leaves: 31, open: undefined })
})
