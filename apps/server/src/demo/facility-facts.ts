import { personName } from '@huanwei/city/places'
import { between, pick, seeded, whole } from '@huanwei/city/random'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { ToiletKind } from '@huanwei/contract/facilities/codes'

/** Household toilets by kind: most have a septic tank of three chambers. */
const householdKinds = [
  ...Array.from({ length: 6 }, () => ToiletKind.threeChamber),
  ToiletKind.twinUrn,
  ToiletKind.twinUrn,
  ToiletKind.sewered,
  ToiletKind.biogas,
] as const
const publicKinds = [ToiletKind.detached, ToiletKind.detached, ToiletKind.attached, ToiletKind.movable] as const
/** Cubicles of a public toilet: as many as its sensor counts. */
const cubicles = { cubiclesMen: 1, cubiclesWomen: 2, cubiclesShared: 1 }

/** Facts of the facilities of the demo, in their order; those of types that no board tells of have none. */
export function factsOfFacilities(seed: number) {
  const random = seeded(seed)
  return (facilityType: string) => {
    if (facilityType === FacilityType.ruralToilet)
      return { toiletKind: pick(random, householdKinds), builtYear: Math.floor(2024.99 - random() ** 1.5 * 7) }
    if (facilityType === FacilityType.publicToilet)
      return {
        toiletKind: pick(random, publicKinds),
        facilityClass: pick(random, [1, 2, 2, 3] as const),
        builtYear: whole(random, 2006, 2023),
        floorArea: whole(random, 45, 120),
        openingHours: random() < 0.7 ? '00:00–24:00' : '06:00–22:00',
        managerName: personName(random),
        equipment: pick(random, ['除臭机、烘手机、母婴台', '除臭机、烘手机', '除臭机、自动感应水龙头']),
        ...cubicles,
      }
    if (facilityType === FacilityType.transferStation)
      return {
        facilityClass: pick(random, [3, 4, 4, 5] as const),
        builtYear: whole(random, 2008, 2022),
        floorArea: Math.round(between(random, 220, 900)),
        openingHours: '04:30–22:30',
        managerName: personName(random),
        equipment: pick(random, ['压缩机 2 台、除臭喷淋、污水沉淀池', '压缩机 1 台、除臭喷淋']),
      }
    return {}
  }
}
