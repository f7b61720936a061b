import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { definitionOf, type Preset } from './preset.ts'
import { cityBoards } from './presets/city.ts'
import { kitchenBoards } from './presets/kitchen.ts'
import { machineBoards } from './presets/machines.ts'
import { managementBoards } from './presets/management.ts'
import { oneFacilityBoards } from './presets/one-facility.ts'
import { paperBoards } from './presets/paper.ts'
import { ruralBoards } from './presets/rural.ts'
import { toiletBoards } from './presets/toilets.ts'
import { workBoards } from './presets/work.ts'

const presets: Record<string, Preset> = {
  ...cityBoards,
  ...kitchenBoards,
  ...machineBoards,
  ...managementBoards,
  ...oneFacilityBoards,
  ...paperBoards,
  ...ruralBoards,
  ...toiletBoards,
  ...workBoards,
}

/** The boards that come with the product, by their addresses. Source: spec 3, section 14. */
const definitions = new Map<string, BoardDefinition>(
  Object.entries(presets).map(([path, preset]) => [path, definitionOf(path, preset)]),
)

/** The board at an address, which may leave `/index` out. */
export const presetAt = (path: string) => definitions.get(path) ?? definitions.get(`${path}/index`)
