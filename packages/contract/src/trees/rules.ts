/** The id of a video channel's node on the wire; it may equal another vehicle's, so a key needs the vehicle too. Source: spec 1, section 9. */
export const channelNodeId = (vehicleId: number, channel: number) => vehicleId + 10_000 * channel
