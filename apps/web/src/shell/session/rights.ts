import { getUserDetail } from '@huanwei/contract/profile/endpoints'
import { call } from '../../lib/api.ts'
import { changeAuthorities } from '../../lib/session.ts'

/** Reloads the user's permissions after a refusal or a change of rights. */
export async function askRights() {
  const { permissions, roles } = await call(getUserDetail, {})
  changeAuthorities([...roles.map((roleId) => `ROLE_${roleId}`), ...permissions])
}
