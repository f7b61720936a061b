/** Below this many seconds of life an access token is refreshed. Source: spec 1, section 9. */
export const refreshBelowSeconds = 1000
/** Polling interval of the counter, seconds. Source: spec 1, section 4. */
export const tokenCheckSeconds = 10
/** Failures of an account or an address after which the captcha is asked for. Source: spec 3, section 4. */
export const captchaAfterFailures = 3
/** Accounts tried in vain from one address, after which it is asked for captchas: an office has people who mistype. Record: docs/decisions/0025. */
export const captchaAfterAccounts = 10

/** `Basic` header of the browser's OAuth client: `pig:pig`. Source: spec 4, S0 §7. */
export const clientAuthorization = 'Basic cGlnOnBpZw=='
/** Keys (and IVs) of the log-in password's transport encryption in the family's clients; compatibility, not security. Source: spec 3, section 4; spec 4, S0 §5. */
export const passwordKeys: readonly string[] = ['pigxpigxpigxpigx', 'thanks,pig4cloud']
