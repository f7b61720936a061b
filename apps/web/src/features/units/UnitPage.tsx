import './units.css'
import { addUnit, changeUnit, getUnit, getUnitLinks, type Unit, UnitForm } from '@huanwei/contract/units/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call, query } from '../../lib/api.ts'
import { ApiError, errorOf } from '../../lib/errors.ts'
import { notify } from '../../lib/notices.ts'
import { useMay } from '../../lib/session.ts'
import { loadSite } from '../../lib/site.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { checkForm } from '../../ui/form/form-problems.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { UnitFields } from './UnitFields.tsx'
import { sentOf, shownOf } from './unit-draft.ts'

export const UnitSearch = z.object({})

/** 单位信息: what the organisation calls itself, its signs, and the outside servers it uses. Source: spec 1, sections 2.5 and 7. */
export function UnitPage() {
  const { t } = useTranslation(['units', 'list'])
  const unit = useQuery({ ...query(getUnit, {}), refetchOnWindowFocus: false })
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
  // A saved change, here or elsewhere, resets the form.
  return <Editor key={unit.data?.updateTime ?? ''} unit={unit.data} />
}

function Editor({ unit }: { unit: Unit | null }) {
  const { t } = useTranslation(['units', 'list'])
  const mayEdit = useMay('sys_unit_edit')
  const [form] = Form.useForm()
  const [isChanged, setChanged] = useState(false)
  const { save, refusal, forgetRefusal } = useSave(unit)

  async function check() {
    const checked = checkForm(UnitForm, sentOf(form.getFieldsValue(true)))
    if ('values' in checked) return save(checked.values)
    form.setFields(checked.problems)
    const [first] = checked.problems
    if (first) form.scrollToField(first.name, { focus: true, block: 'center' })
  }

  return (
    <section className="unit" aria-label={t('title')}>
      {!mayEdit && <Alert type="info" showIcon title={t('readOnly')} />}
      <Form
        name="unit"
        layout="vertical"
        form={form}
        initialValues={shownOf(unit)}
        disabled={!mayEdit}
        onValuesChange={(changed: object) => {
          form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))
          setChanged(true)
        }}
      >
        <UnitFields unit={unit} isOff={!mayEdit} />
      </Form>
      {mayEdit && (
        <footer className="unit-foot">
          {refusal && <RefusalAlert refusal={refusal} />}
          <Button
            disabled={!isChanged}
            onClick={() => {
              form.resetFields()
              setChanged(false)
              forgetRefusal()
            }}
          >
            {t('revert')}
          </Button>
          <ActionButton type="primary" confirms disabled={!isChanged} onAct={check}>
            {t('save')}
          </ActionButton>
        </footer>
      )}
    </section>
  )
}

/** Sends the form; the header's title and links follow. */
function useSave(unit: Unit | null) {
  const { t } = useTranslation('list')
  const cache = useQueryClient()
  const [refusal, setRefusal] = useState<Error>()
  async function save(values: UnitForm) {
    setRefusal(undefined)
    try {
      const saved = unit ? await call(changeUnit, { ...values, updateTime: unit.updateTime }) : await call(addUnit, values)
      notify({ kind: 'success', text: t('prompt.success') })
      cache.setQueryData(query(getUnit, {}).queryKey, saved)
      await Promise.all([loadSite(), cache.invalidateQueries({ queryKey: [getUnitLinks.path] })])
    } catch (error) {
      setRefusal(errorOf(error))
    }
  }
  return { save, refusal, forgetRefusal: () => setRefusal(undefined) }
}

/** Offers to load the unit anew where somebody else has changed it meanwhile. */
function RefusalAlert({ refusal }: { refusal: Error }) {
  const { t } = useTranslation('units')
  const cache = useQueryClient()
  const isOutdated = refusal instanceof ApiError && refusal.status === 409
  const reload = () => void cache.invalidateQueries({ queryKey: [getUnit.path] })
  return (
    <Alert
      type="error"
      role="alert"
      title={refusal.message}
      action={
        isOutdated && (
          <Button size="small" onClick={reload}>
            {t('reload')}
          </Button>
        )
      }
    />
  )
}
