import { getUserDetail } from '@huanwei/contract/profile/endpoints'
import { call } from '../../lib/api.ts'
import { changeRights } from '../../lib/session.ts'

/** Reloads the user's permissions after a refusal or a change of rights. */
export async function askRights() {
  const { permissions, roles, seesAll } = await call(getUserDetail, {})
  changeRights({ authorities: [...roles.map((roleId) => `ROLE_${roleId}`), ...permissions], seesAll })
}
