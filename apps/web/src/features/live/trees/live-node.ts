import type { Status } from '@huanwei/contract/live/codes'
import type { TreeItem } from '../../../ui/tree/model.ts'

/** A node of the tree of vehicles, people or facilities. */
export type LiveNode = TreeItem & {
  vehicleType?: string | undefined
  /** Null, or absent, where it never said where it is. */
  locationData?: { status: Status } | null
}
