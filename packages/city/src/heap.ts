import { at } from './geometry.ts'

/** A priority queue that returns the value of least cost first (binary heap). */
export const heap = () => {
  const costs: number[] = []
  const values: number[] = []
  const swap = (i: number, j: number): void => {
    const [cost, value] = [at(costs, i), at(values, i)]
    costs[i] = at(costs, j)
    values[i] = at(values, j)
    costs[j] = cost
    values[j] = value
  }
  const push = (cost: number, value: number): void => {
    costs.push(cost)
    values.push(value)
    for (let child = costs.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1
      if (at(costs, parent) <= at(costs, child)) break
      swap(parent, child)
      child = parent
    }
  }
  const pop = (): number | undefined => {
    if (costs.length === 0) return undefined
    swap(0, costs.length - 1)
    costs.pop()
    const value = values.pop()
    for (let parent = 0; ; ) {
      const leftChild = 2 * parent + 1
      if (leftChild >= costs.length) return value
      const child = leftChild + 1 < costs.length && at(costs, leftChild + 1) < at(costs, leftChild) ? leftChild + 1 : leftChild
      if (at(costs, parent) <= at(costs, child)) return value
      swap(parent, child)
      parent = child
    }
  }
  return { push, pop }
}
