import type { FormInstance } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewerState } from './use-newer-state.ts'

/** Says under each field that it differs from the newer state, or, on that side, from what was typed; until somebody changes the field. */
export function useMarks(form: FormInstance, sides: NewerState['sides']) {
  const { t } = useTranslation('list')
  const differing = sides?.differing
  const mark = t(sides?.shown === 'newer' ? 'form.differsFromOwn' : 'form.differsFromNewer')
  useEffect(() => {
    if (differing) form.setFields(differing.map((name) => ({ name, warnings: [mark] })))
  }, [form, differing, mark])
}
