import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Returns the name of the board at an address, in the person's language. */
export function useBoardName() {
  const { i18n } = useTranslation('pages')
  // Addresses of boards are data: their names are keys of this form.
  return useCallback((path: string) => i18n.t([`pages:board.${path}`, path] as never) as string, [i18n])
}
