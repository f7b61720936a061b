import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Preset } from '../preset.ts'

const { facility } = ObjectType
const [publicOnes, rural] = [{ facilityType: FacilityType.publicToilet }, { facilityType: FacilityType.ruralToilet }]
const [cleaning, suction] = [{ cleaningType: CleaningType.cleaning, ...publicOnes }, { cleaningType: CleaningType.suction }]
const toiletPlaces = { objectTypes: [facility], facilityType: FacilityType.publicToilet }

/** All smart toilets: places, cubicles, odour and visitors. */
const smartToilets: Preset = {
  theme: 'blue',
  panels: [
    { kind: 'figures', source: 'cubicles', at: [0, 0, 7, 2] },
    { kind: 'progress', source: 'cubiclesByToilet', title: 'cubicles', at: [0, 2, 7, 10] },
    { kind: 'map', source: 'objectPlaces', params: toiletPlaces, at: [7, 0, 10, 8] },
    { kind: 'trend', source: 'visitorHours', title: 'visitors', at: [7, 8, 10, 4] },
    { kind: 'figures', source: 'figures', params: { names: ['toilets', 'complaintsWaiting'], ...publicOnes }, at: [17, 0, 7, 2] },
    { kind: 'ranking', source: 'odour', title: 'odour', at: [17, 2, 7, 6] },
    { kind: 'ring', source: 'satisfaction', params: publicOnes, title: 'satisfaction', at: [17, 8, 7, 4] },
  ],
}

/** Public toilets in care: cleaning, odour, visitors and what citizens say. */
const inCare: Preset = {
  theme: 'green',
  panels: [
    {
      kind: 'figures',
      source: 'figures',
      params: { names: ['toilets', 'cleaningOpen', 'cleaningOverdue', 'complaintsWaiting'], ...publicOnes },
      at: [0, 0, 24, 2],
    },
    { kind: 'ranking', source: 'cleaningStates', params: cleaning, title: 'cleaning', at: [0, 2, 8, 5] },
    { kind: 'carousel', source: 'cleaningPhotos', params: cleaning, title: 'workPhotos', at: [0, 7, 8, 5] },
    { kind: 'ranking', source: 'odour', title: 'odour', at: [8, 2, 8, 5] },
    { kind: 'trend', source: 'visitorHours', title: 'visitors', at: [8, 7, 8, 5] },
    { kind: 'table', source: 'newestComplaints', params: publicOnes, title: 'complaints', at: [16, 2, 8, 6] },
    { kind: 'ring', source: 'satisfaction', params: publicOnes, title: 'satisfaction', at: [16, 8, 8, 4] },
  ],
}

/** Rural toilets in care. */
const ruralCare: Preset = {
  theme: 'green',
  panels: [
    {
      kind: 'figures',
      source: 'figures',
      params: { names: ['households', 'suctionsToday', 'suctionsUnderway', 'suctionsOverdue'] },
      at: [0, 0, 24, 2],
    },
    { kind: 'ranking', source: 'cleaningStates', params: suction, title: 'suctionStates', at: [0, 2, 8, 5] },
    { kind: 'ranking', source: 'townsOverdue', title: 'townsOverdue', at: [0, 7, 8, 5] },
    { kind: 'table', source: 'towns', title: 'towns', at: [8, 2, 8, 5] },
    { kind: 'trend', source: 'cleaningDays', params: suction, title: 'suctionDays', at: [8, 7, 8, 5] },
    { kind: 'table', source: 'newestComplaints', params: rural, title: 'complaints', at: [16, 2, 8, 6] },
    { kind: 'ranking', source: 'scores', params: suction, title: 'scores', at: [16, 8, 8, 4] },
  ],
}

export const toiletBoards: Record<string, Preset> = {
  '/toile-board': smartToilets,
  '/board/huyi/index': inCare,
  '/board/huyi-nd/index': ruralCare,
}
