import type { ConnectionEnd } from '@huanwei/contract/terminals/codes'

/** One stay: a terminal on a connection, from authentication to its end. Times epoch ms; `cameAt` is when the connection opened. */
export type Stay = {
  deviceId: number
  address: string
  cameAt: number
  authenticatedAt: number
  endedAt?: number
  reason?: ConnectionEnd
}
