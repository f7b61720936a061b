import type { Preset } from './preset.ts'
import { cityBoards } from './presets/city.ts'
import { machineBoards } from './presets/machines.ts'
import { managementBoards } from './presets/management.ts'
import { oneFacilityBoards } from './presets/one-facility.ts'
import { paperBoards } from './presets/paper.ts'
import { ruralBoards } from './presets/rural.ts'
import { toiletBoards } from './presets/toilets.ts'
import { workBoards } from './presets/work.ts'

/** The boards by their addresses. Source: spec 3, section 14. */
const presets = new Map<string, Preset>(
  Object.entries({
    ...cityBoards,
    ...machineBoards,
    ...managementBoards,
    ...oneFacilityBoards,
    ...paperBoards,
    ...ruralBoards,
    ...toiletBoards,
    ...workBoards,
  }),
)

/** The board at an address, which may leave `/index` out. */
export const presetAt = (path: string) => presets.get(path) ?? presets.get(`${path}/index`)
