/** Waste that a can takes: the four sorts. Source: GB/T 19095. */
export const WasteType = { recyclable: '1', kitchen: '2', hazardous: '3', other: '4' } as const
export type WasteType = (typeof WasteType)[keyof typeof WasteType]
