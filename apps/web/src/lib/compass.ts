const compassPoints = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const

/** The nearest of eight directions; degrees clockwise from north. */
export const compass = (degrees: number) => compassPoints[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]!
