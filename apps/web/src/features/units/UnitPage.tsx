import './units.css'
import { addUnit, changeUnit, getUnit, getUnitLinks, type Unit, UnitForm } from '@huanwei/contract/units/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, type FormInstance, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call, query } from '../../lib/api.ts'
import { errorOf } from '../../lib/errors.ts'
import { notify } from '../../lib/notices.ts'
import { useMay, useMayForAll } from '../../lib/session.ts'
import { loadSite } from '../../lib/site.ts'
import { lookAgainMs } from '../../lib/use-record.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { FormFields } from '../../ui/form/FormFields.tsx'
import { FormRefusal } from '../../ui/form/FormRefusal.tsx'
import { checkForm } from '../../ui/form/form-problems.ts'
import { Uploads, useUploadCount } from '../../ui/form/uploads.ts'
import { useNewerState } from '../../ui/form/use-newer-state.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { UnitFields } from './UnitFields.tsx'
import { sentOf, shownOf } from './unit-draft.ts'

export const UnitSearch = z.object({})

/** 单位信息: what the organisation calls itself, its signs, and the outside servers it uses. Source: spec 1, sections 2.5 and 7. */
export function UnitPage() {
  const { t } = useTranslation(['units', 'list'])
  const unit = useQuery({ ...query(getUnit, {}), refetchOnWindowFocus: false, refetchInterval: lookAgainMs })
  const [edits, setEdits] = useState(0)
  if (unit.data === undefined)
    return (
      <section className="unit" aria-label={t('title')}>
        {unit.error ? (
          <LoadFailed title={t('failed')} error={unit.error} onRetry={() => unit.refetch()} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 14 }} />
        )}
      </section>
    )
  return <Editor key={edits} unit={unit.data} onReload={unit.refetch} onEnd={() => setEdits(edits + 1)} />
}

type Props = {
  unit: Unit | null
  onReload: () => PromiseLike<unknown>
  /** What was typed is saved or given up: the form begins anew. */
  onEnd: () => void
}

function Editor({ unit, onReload, onEnd }: Props) {
  const { t } = useTranslation(['units', 'list'])
  const [holds, mayEdit] = [useMay('sys_unit_edit'), useMayForAll('sys_unit_edit')]
  const shownForm = useRef<FormInstance>(null)
  const [isChanged, setChanged] = useState(false)
  const uploads = useUploadCount()
  const start = { ...shownOf(unit), updateTime: unit?.updateTime }
  const state = useNewerState({ start, onReload, readForm: () => shownForm.current?.getFieldsValue() ?? {} })
  const { first = start, values = start, sides, setRefusal } = state

  const save = useSave({ updateTime: first.updateTime, setRefusal, onSaved: onEnd })

  async function check() {
    const form = shownForm.current
    if (!form) return
    const checked = checkForm(UnitForm, sentOf({ ...first, ...form.getFieldsValue() }))
    if ('values' in checked) return save(checked.values)
    form.setFields(checked.problems)
    const [problem] = checked.problems
    if (problem) form.scrollToField(problem.name, { focus: true, block: 'center' })
  }

  return (
    <Uploads value={uploads}>
      <section className="unit" aria-label={t('title')}>
        {!mayEdit && <Alert type="info" showIcon title={t(holds ? 'list:wholeOnly' : 'readOnly')} />}
        <FormFields
          key={state.key}
          name="unit"
          shownForm={shownForm}
          first={first}
          start={values}
          sides={sides}
          isOff={!mayEdit}
          onChanged={setChanged}
        >
          <UnitFields unit={unit} isOff={!mayEdit} />
        </FormFields>
        {mayEdit && (
          <footer className="unit-foot">
            <FormRefusal state={state} mayLoad />
            <Button disabled={!isChanged && !sides} onClick={onEnd}>
              {t('revert')}
            </Button>
            <ActionButton type="primary" confirms disabled={!isChanged && !sides} onAct={check}>
              {t('save')}
            </ActionButton>
          </footer>
        )}
      </section>
    </Uploads>
  )
}

type Saving = {
  /** Of the state that the form was filled in from; none where there was none. */
  updateTime: string | undefined
  setRefusal: (refusal: Error | undefined) => void
  onSaved: () => void
}

function useSave({ updateTime, setRefusal, onSaved }: Saving) {
  const { t } = useTranslation('list')
  const cache = useQueryClient()
  return async (values: UnitForm) => {
    setRefusal(undefined)
    try {
      const saved = updateTime ? await call(changeUnit, { ...values, updateTime }) : await call(addUnit, values)
      notify({ kind: 'success', text: t('prompt.success') })
      cache.setQueryData(query(getUnit, {}).queryKey, saved)
      onSaved()
      await Promise.all([loadSite(), cache.invalidateQueries({ queryKey: [getUnitLinks.path] })])
    } catch (error) {
      setRefusal(errorOf(error))
    }
  }
}
