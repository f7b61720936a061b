/** Sends a short message, or throws. `code` is the code that the text brings, for services whose texts are templates. */
export type SendSms = (mobile: string, text: string, code?: string) => Promise<void>
