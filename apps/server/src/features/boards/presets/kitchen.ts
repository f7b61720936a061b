import type { Preset } from '../preset.ts'

/** Kitchen waste: restaurants, what was collected there today, and where nobody has been yet. */
const kitchenWaste: Preset = {
  theme: 'green',
  panels: [
    { kind: 'figures', source: 'kitchenToday', at: [0, 0, 24, 2] },
    { kind: 'columns', source: 'kitchenDays', title: 'kitchenDays', at: [0, 2, 7, 5] },
    { kind: 'ranking', source: 'kitchenTrucks', title: 'kitchenTrucks', at: [0, 7, 7, 5] },
    { kind: 'map', source: 'restaurantPlaces', at: [7, 2, 9, 10] },
    { kind: 'ticker', source: 'newestCollections', title: 'newestCollections', at: [16, 2, 8, 5] },
    { kind: 'table', source: 'kitchenUnvisited', title: 'kitchenUnvisited', at: [16, 7, 8, 5] },
  ],
}

export const kitchenBoards: Record<string, Preset> = { '/report/kitchen/board/index': kitchenWaste }
