/** Digits of a code; the family has 4. Record: docs/decisions/0025. */
export const smsCodeLength = 6
/** Validity of a code, seconds. Source: spec 4, S0 §7. */
export const smsCodeSeconds = 300
/** After this long the login screen offers to send another code, seconds. Source: spec 4, S0 §5. */
export const smsResendSeconds = 60
