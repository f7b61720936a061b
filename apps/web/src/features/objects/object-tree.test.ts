import type { TreeNode } from '@huanwei/contract/trees/endpoints'
import { expect, test } from 'vitest'
import { objectTree } from './object-tree.ts'

const node = (id: number, parentId: number, name: string, isParent = false): TreeNode => ({
  id,
  parentId,
  isParent,
  label: name,
  name,
  initials: name.toLowerCase(),
  locationData: null,
})

test('objects stand below their departments, whose ids may be the same; departments without any are left out', () => {
  const tree = objectTree([
    node(1, 0, 'Bureau', true),
    node(2, 1, 'Crew', true),
    node(3, 1, 'Empty', true),
    node(2, 2, 'Truck'),
    node(9, 1, 'Car'),
    { ...node(10_002, 2, 'Camera'), isVideo: true },
  ])
  expect(tree).toMatchObject([
    {
      value: 'department 1',
      selectable: false,
      children: [
        { value: 'department 2', children: [{ value: 2, title: 'Truck', search: 'truck truck', selectable: true }] },
        { value: 9, title: 'Car' },
      ],
    },
  ])
})
