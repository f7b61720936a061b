import { getBox, getCalibrations, listBoxes } from '@huanwei/contract/boxes/endpoints'
import { getLatestReadings, getReadingHistory } from '@huanwei/contract/readings/endpoints'

/** Calls whose answers a calibration changes. */
export const calibrated = [getCalibrations, getBox, listBoxes, getLatestReadings, getReadingHistory]
