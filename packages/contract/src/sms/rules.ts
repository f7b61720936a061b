/** Digits of a code. Source: spec 4, S0 §5. */
export const smsCodeLength = 4
/** How long a code is good, seconds. Source: spec 4, S0 §7. */
export const smsCodeSeconds = 300
/** After this long the login screen offers to send another code, seconds. Source: spec 4, S0 §5. */
export const smsResendSeconds = 60
