import { suggestInspection } from '@huanwei/contract/inspections/endpoints'
import { assesses, standardOf } from '@huanwei/contract/inspections/rules'
import { Form } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import type { Place } from '../../map/fields/PlaceMap.tsx'

/** Hours, unless the assessment item or the person says otherwise. */
export const usualLimit = 24

type Proposed = Partial<{
  position: string
  deptId: number | null
  responsibleId: number | null
  businessType: string
  score: number
  disposeTimeLimit: number
}>

/** Fills fields of the report form from others; what a person has entered stays. */
export function useProposals() {
  const form = Form.useFormInstance()
  /** Values that were proposed last, by field. */
  const proposed = useRef<Record<string, unknown>>({ disposeTimeLimit: usualLimit })
  const latest = useRef(0)
  const [isUnanswered, setUnanswered] = useState(false)

  function fill(values: Proposed) {
    for (const [name, value] of Object.entries(values)) {
      const now: unknown = form.getFieldValue(name)
      const isOwn = now !== undefined && now !== '' && now !== null && now !== proposed.current[name]
      if (isOwn || value === null || value === '') continue
      proposed.current[name] = value
      form.setFields([{ name, value, errors: [] }])
    }
  }

  async function ask(input: Place | { deptId: number }) {
    const turn = ++latest.current
    setUnanswered(false)
    try {
      const { position, deptId, responsibleId } = await call(suggestInspection, input)
      if (turn === latest.current) fill({ position, deptId, responsibleId })
    } catch (error) {
      console.info('huanwei: nothing is proposed for the report', error)
      if (turn === latest.current) setUnanswered(true)
    }
  }

  return {
    /** The address of the last position could not be asked for. */
    isUnanswered,
    placeChosen: (place: Place | undefined) => place && void ask(place),
    departmentChosen: (deptId: number | undefined) => deptId !== undefined && void ask({ deptId }),
    /** The item brings its kind of work, score and time limit. */
    standardChosen(value: string | undefined) {
      const standard = value === undefined ? undefined : standardOf(value)
      if (!value || !standard) return
      const { businessTypes, score, hours } = standard
      const businessType: unknown = form.getFieldValue('businessType')
      if (typeof businessType === 'string' && !assesses(value, businessType)) form.setFieldValue('businessType', undefined)
      fill({ businessType: businessTypes[0], score, disposeTimeLimit: hours })
    },
    /** An item that does not assess this kind of work goes. */
    businessChosen(value: string | undefined) {
      const standard: unknown = form.getFieldValue('assessmentStandard')
      if (value && typeof standard === 'string' && !assesses(standard, value)) form.setFieldValue('assessmentStandard', undefined)
    },
  }
}
