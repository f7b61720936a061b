import fc from 'fast-check'
import type { TreeItem } from './model.ts'

const words = ['环卫一队', '城东', 'İstanbul', '京A12345', 'Sweeper', 'a', 'aa', '']
const initials = ['hwyd', 'cd', 'i', 'ja', 's', '']

/** Departments 1…n with a random earlier one (or nobody known) above, vehicles with overlapping ids anywhere, in random order. */
export const someItems: fc.Arbitrary<TreeItem[]> = fc
  .record({
    groups: fc.array(fc.record({ above: fc.integer({ min: 0, max: 9 }), word: fc.constantFrom(...words) }), { maxLength: 8 }),
    leaves: fc.array(
      fc.record({
        above: fc.integer({ min: 0, max: 9 }),
        word: fc.constantFrom(...words),
        plate: fc.constantFrom(...words),
        initials: fc.constantFrom(...initials),
      }),
      { maxLength: 20 },
    ),
  })
  .chain(({ groups, leaves }) => {
    const items: TreeItem[] = [
      ...groups.map(({ above, word }, i) => ({
        id: i + 1,
        // An earlier one; 0 or itself makes a root.
        parentId: above > i + 1 ? 0 : above,
        isParent: true,
        label: word,
        name: word,
        initials: '',
      })),
      ...leaves.map(({ above, word, plate, initials: letters }, i) => ({
        id: i + 1,
        parentId: above,
        isParent: false,
        label: word,
        name: word,
        plateNumber: plate,
        initials: letters,
      })),
    ]
    return fc.shuffledSubarray(items, { minLength: items.length })
  })
