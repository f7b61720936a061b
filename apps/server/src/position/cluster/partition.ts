/** Partitions of the report stream: more than there will be workers, and few enough that each is a stream of its own. Never to be changed on existing data. */
export const partitionCount = 16

export const allPartitions: readonly number[] = Array.from({ length: partitionCount }, (_, partition) => partition)

/** The partition of a terminal: all its reports go one way, and so stay in order. Devices of video servers have negative numbers. */
export const partitionOf = (deviceId: number): number => Math.abs(deviceId) % partitionCount

/** Names in NATS. Record: docs/decisions/0097. */
export const subjects = {
  stream: (partition: number) => `huanwei-reports-${partition}`,
  reports: (partition: number) => `huanwei.reports.${partition}`,
  /** NATS tells below it which stream has another leader. */
  elected: '$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED',
  /** Reports that were acknowledged and can never be stored, for whoever finds out why. */
  refused: 'huanwei.refused',
  /** Readings for the worker that holds a partition. */
  readings: (partition: number) => `huanwei.readings.${partition}`,
  /** Committed reports, for the live view. */
  updates: 'huanwei.updates',
  /** Heartbeats of the nodes, and of gateways also which terminals came and went. */
  nodes: 'huanwei.nodes',
  /** Asks a gateway for all terminals that are connected to it. */
  connected: (node: string) => `huanwei.connected.${node}`,
  /** Commands for the terminals of a gateway. */
  commands: (node: string) => `huanwei.commands.${node}`,
  uploadsEnded: 'huanwei.uploads.ended',
}
