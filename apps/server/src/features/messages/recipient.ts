import { Refused } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'

/** Refuses with 403 when `pushObjectId` names another user; undefined means the viewer. Source: spec 3, section 10. */
export function mustBeRecipient({ userId }: Viewer, pushObjectId: number | undefined) {
  if (pushObjectId !== undefined && pushObjectId !== userId)
    throw new Refused(403, 'messages:refusal.notRecipient', {}, 'access_denied')
}
