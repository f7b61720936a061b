import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../../ui/list/list-pages.ts'

/** Place in the list of own boards, and the board that is edited, or `new`. */
export const OwnBoardsSearch = z.object({
  ...ListPlace.shape,
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
})
export type OwnBoardsSearch = z.infer<typeof OwnBoardsSearch>
