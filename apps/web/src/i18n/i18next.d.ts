import 'i18next'
import type { Messages } from '@huanwei/words/messages'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    fallbackNS: 'common'
    keySeparator: false
    resources: Messages
    returnNull: false
  }
}
