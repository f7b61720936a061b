import type { FacilityBoard } from '@huanwei/contract/boards/codes'
import type { Preset } from '../preset.ts'

/** The sign at a toilet's door: free cubicles, each of them, visitors, air, cleaning, and the sticker's QR code. */
const sign: Preset = {
  theme: 'blue',
  isOfFacility: true,
  isUpright: true,
  panels: [
    { kind: 'figures', source: 'facilityToday', at: [0, 0, 24, 2] },
    { kind: 'plan', source: 'facilityCubicles', title: 'facilityCubicles', at: [0, 2, 24, 2] },
    { kind: 'gauge', source: 'facilityAir', title: 'air', at: [0, 4, 24, 2] },
    { kind: 'facts', source: 'facilityFacts', title: 'facts', at: [0, 6, 24, 3] },
    { kind: 'code', source: 'facilityPage', at: [0, 9, 24, 3] },
  ],
}

/** The air inside a transfer station. */
const station: Preset = {
  theme: 'blue',
  isOfFacility: true,
  panels: [
    { kind: 'gauge', source: 'facilityAir', title: 'air', at: [0, 0, 16, 5] },
    { kind: 'trend', source: 'facilityCurves', title: 'curves', at: [0, 5, 8, 7] },
    { kind: 'trend', source: 'facilityClimate', title: 'climate', at: [8, 5, 8, 7] },
    { kind: 'facts', source: 'facilityFacts', title: 'facts', at: [16, 0, 8, 5] },
    { kind: 'ticker', source: 'facilityEvents', title: 'facilityEvents', at: [16, 5, 8, 7] },
  ],
}

/** Facts of one facility. */
const facts: Preset = {
  theme: 'light',
  isOfFacility: true,
  panels: [
    { kind: 'facts', source: 'facilityFacts', title: 'facts', at: [0, 0, 14, 5] },
    { kind: 'gauge', source: 'facilityAir', title: 'air', at: [0, 5, 7, 7] },
    { kind: 'ticker', source: 'facilityEvents', title: 'facilityEvents', at: [7, 5, 7, 7] },
    { kind: 'carousel', source: 'facilityPhotos', title: 'photos', at: [14, 0, 10, 6] },
    { kind: 'code', source: 'facilityPage', at: [14, 6, 10, 6] },
  ],
}

export const oneFacilityBoards: Record<FacilityBoard, Preset> = {
  '/board/publicToiletSignboard/index': sign,
  '/transfer-station-dashboard': station,
  '/toiletOrTransferStationInfo': facts,
}
