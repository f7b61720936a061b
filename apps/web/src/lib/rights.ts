import { getUserDetail } from '@huanwei/contract/profile/endpoints'
import { call } from './api.ts'
import { changeAuthorities } from './session.ts'

/** Asks anew what the person may do, after the server refused something or said that rights changed. */
export async function askRights() {
  const { permissions, roles } = await call(getUserDetail, {})
  changeAuthorities([...roles.map((roleId) => `ROLE_${roleId}`), ...permissions])
}
