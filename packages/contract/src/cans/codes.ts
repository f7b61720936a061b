/** Waste that a can takes: the four sorts. Source: GB/T 19095. */
export const WasteType = { recyclable: '1', kitchen: '2', hazardous: '3', other: '4' } as const
export type WasteType = (typeof WasteType)[keyof typeof WasteType]

/** How full a can is: below half, half and more, from the overfull limit of the organisation on, or that nobody measures it. */
export const FillBand = { low: 'low', half: 'half', overfull: 'overfull', unknown: 'unknown' } as const
export type FillBand = (typeof FillBand)[keyof typeof FillBand]
