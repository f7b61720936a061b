import { at } from './geometry.ts'
import { personName, phones, plates } from './places.ts'
import { pick, seeded } from './random.ts'
import { type Team, teams, townships } from './teams.ts'

export type VehicleType = (typeof vehicleTypes)[number]

/** The types of sanitation vehicles, in the order of the dictionary `vehicle_type`, whose values count from 1. */
export const vehicleTypes = [
  '洗扫车',
  '洒水车',
  '垃圾运输车',
  '真空吸尘车',
  '雾炮车',
  '电动保洁车',
  '护栏清洗车',
  '餐厨车',
  '吸粪车',
  '干扫车',
] as const

/** Vehicles of every team. */
const teamVehicles: readonly VehicleType[] = [
  ...(['洗扫车', '洒水车', '垃圾运输车', '电动保洁车', '洗扫车', '垃圾运输车'] as const),
  ...(['洒水车', '餐厨车', '干扫车', '洗扫车', '垃圾运输车', '雾炮车'] as const),
  ...(['护栏清洗车', '真空吸尘车', '电动保洁车', '洒水车', '垃圾运输车'] as const),
]

/** Numbers of vehicles: the city's from index 0, then the townships' suction trucks, then those of firms that work on teams' grounds. Later indexes are unassigned. */
export const fleetSize = { city: teams.length * teamVehicles.length, townships: 12, firms: 14 } as const

/** Registration data of a vehicle and of its terminal. */
export type FleetVehicle = {
  index: number
  /** Digits without leading zeros. */
  terminalNo: string
  plate: string
  /** JT/T 697.7: 2 yellow, 5 green. */
  plateColour: 2 | 5
  type: VehicleType
  /** Number within its team and type, such as 洗扫02. */
  name: string
  team: Team
  driverName: string
  driverPhone: string
  cameras: number
}

const firstNumber = 13_900_000_001
export const terminalNo = (index: number): string => String(firstNumber + index)
/** Index of the vehicle with this terminal. */
export const indexOfTerminal = (number: string): number => Number(number) - firstNumber
/** Type of the trucks that collect the kitchen waste of restaurants; each weighs it on a scale of its own. */
export const kitchenTruck = '餐厨车' satisfies VehicleType

/** Plates and phone numbers drawn so far; a longer list begins with the shorter one. */
let cached: { plates: string[]; phones: string[] } = { plates: [], phones: [] }

const numbersOf = (index: number) => {
  if (index >= cached.plates.length) {
    const count = Math.max(512, index * 2)
    cached = { plates: plates(seeded(808), count), phones: phones(seeded(8080), count) }
  }
  return { plate: at(cached.plates, index), phone: at(cached.phones, index) }
}

/** The vehicle with this index, from 0, the same in every process. Throws RangeError below 0. */
export const vehicleAt = (index: number): FleetVehicle => {
  const { plate, phone } = numbersOf(index)
  const random = seeded(0x808000 + index)
  const rural = index - fleetSize.city
  const isRural = rural >= 0 && rural < fleetSize.townships
  const ofFirms = rural - fleetSize.townships
  const slot = ofFirms >= 0 && ofFirms < fleetSize.firms ? ofFirms : Math.floor(index / teams.length)
  const type = isRural ? '吸粪车' : at(teamVehicles, slot % teamVehicles.length)
  const before = isRural
    ? Math.floor(rural / townships.length)
    : teamVehicles.slice(0, slot % teamVehicles.length).filter((earlier) => earlier === type).length
  return {
    index,
    terminalNo: terminalNo(index),
    plate,
    plateColour: plate.length === 8 ? 5 : 2,
    type,
    name: `${type.slice(0, -1)}${String(before + 1).padStart(2, '0')}`,
    team: isRural ? at(townships, rural % townships.length) : at(teams, index % teams.length),
    driverName: personName(random),
    driverPhone: phone,
    cameras: pick(random, [0, 2, 4, 4, 4, 6]),
  }
}
