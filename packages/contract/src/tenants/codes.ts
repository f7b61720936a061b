/** '0' normal, '9' frozen: nobody logs in. Source: spec 4, S0 §7 (tenants). */
export const TenantStatus = { normal: '0', frozen: '9' } as const
export type TenantStatus = (typeof TenantStatus)[keyof typeof TenantStatus]
