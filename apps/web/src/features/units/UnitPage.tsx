import './units.css'
import { addUnit, changeUnit, getUnit, getUnitLinks, type Unit, UnitForm } from '@huanwei/contract/units/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call, query } from '../../lib/api.ts'
import { ApiError } from '../../lib/errors.ts'
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
  const cache = useQueryClient()
  const mayEdit = useMay('sys_unit_edit')
  const [form] = Form.useForm()
  const [isChanged, setChanged] = useState(false)
  const [refusal, setRefusal] = useState<Error>()
  const shown = shownOf(unit)

  async function save() {
    const checked = checkForm(UnitForm, sentOf(form.getFieldsValue(true)))
    if ('problems' in checked) {
      form.setFields(checked.problems)
      const [first] = checked.problems
      if (first) form.scrollToField(first.name, { focus: true, block: 'center' })
      return
    }
    setRefusal(undefined)
    try {
      const saved = unit
        ? await call(changeUnit, { ...checked.values, updateTime: unit.updateTime })
        : await call(addUnit, checked.values)
      notify({ kind: 'success', text: t('prompt.success') })
      cache.setQueryData(query(getUnit, {}).queryKey, saved)
      await Promise.all([loadSite(), cache.invalidateQueries({ queryKey: [getUnitLinks.path] })])
    } catch (error) {
      setRefusal(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return (
    <section className="unit" aria-label={t('title')}>
      {!mayEdit && <Alert type="info" showIcon title={t('readOnly')} />}
      <Form
        name="unit"
        layout="vertical"
        form={form}
        initialValues={shown}
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
          {refusal && (
            <Alert
              type="error"
              role="alert"
              title={refusal.message}
              action={
                refusal instanceof ApiError && refusal.status === 409 ? (
                  <Button size="small" onClick={() => void cache.invalidateQueries({ queryKey: [getUnit.path] })}>
                    {t('reload')}
                  </Button>
                ) : null
              }
            />
          )}
          <Button
            disabled={!isChanged}
            onClick={() => {
              form.resetFields()
              setChanged(false)
              setRefusal(undefined)
            }}
          >
            {t('revert')}
          </Button>
          <ActionButton type="primary" confirms disabled={!isChanged} onAct={save}>
            {t('save')}
          </ActionButton>
        </footer>
      )}
    </section>
  )
}
