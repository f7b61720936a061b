import { Status } from '@huanwei/contract/live/codes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someItems } from '../../../ui/tree/tree.test-kit.ts'
import { packNodes, unpackNodes } from './packed-nodes.ts'

test('packed nodes are the nodes', () => {
  fc.assert(
    fc.property(someItems, fc.constantFrom(null, { status: Status.alert }, undefined), (items, locationData) => {
      const nodes = items.map((item) => ({ ...item, vehicleType: '1', ...(locationData !== undefined && { locationData }) }))
      const unpacked = [...unpackNodes(packNodes(nodes))]
      for (const [i, node] of nodes.entries())
        expect(unpacked[i]).toMatchObject({
          ...node,
          plateNumber: node.plateNumber || undefined,
          locationData: locationData ?? null,
        })
      expect(unpacked).toHaveLength(nodes.length)
    }),
  )
})
