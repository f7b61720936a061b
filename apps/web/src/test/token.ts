import type { Token } from '@huanwei/contract/session/endpoints'

/** A reply of the token endpoint, for tests. */
export const aToken = (over: Partial<Token> = {}): Token => ({
  access_token: 'access-1',
  token_type: 'bearer',
  refresh_token: 'refresh-1',
  expires_in: 43_200,
  scope: 'server',
  user_info: {
    id: 7,
    userId: 7,
    username: 'handler',
    tenantId: 1,
    deptId: 2,
    avatar: null,
    phone: null,
    enabled: true,
    accountNonExpired: true,
    accountNonLocked: true,
    credentialsNonExpired: true,
    authorities: [{ authority: 'ROLE_1' }, { authority: 'violation_handle' }],
    password: null,
  },
  user_id: 7,
  username: 'handler',
  dept_id: 2,
  tenant_id: 1,
  license: 'made by huanwei',
  active: true,
  ...over,
})
