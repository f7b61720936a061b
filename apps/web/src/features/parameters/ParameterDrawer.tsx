import { ParameterKind, ParameterStatus, ParameterType } from '@huanwei/contract/parameters/codes'
import {
  addParameter,
  changeParameter,
  getParameter,
  getParameterValue,
  listParameters,
  type PublicParameter,
  removeParameter,
} from '@huanwei/contract/parameters/endpoints'
import { isBuiltIn } from '@huanwei/contract/parameters/rules'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useSave } from '../../lib/send.ts'
import { useMayForAll } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { OriginTag } from './ParameterTags.tsx'
import { ValueInput } from './ValueInput.tsx'

type Props = { id: number | 'new'; onClose: () => void; onHandled: () => void }

const shown = [listParameters, getParameter, getParameterValue]
const blank = {
  publicName: '',
  publicKey: '',
  publicValue: '',
  kind: ParameterKind.text,
  status: ParameterStatus.on,
  publicType: ParameterType.business,
  remark: '',
}

/** One parameter. Of the product's own only the value and the remark change. */
export function ParameterDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation('parameters')
  const isNew = id === 'new'
  const parameter = useRecord(getParameter, isNew ? undefined : { id })
  const may = useMayForAll(isNew ? 'admin_syspublicparam_add' : 'admin_syspublicparam_edit')
  const mayRemove = useMayForAll('admin_syspublicparam_del')
  const save = useSave(addParameter, changeParameter, shown, onClose)
  const remove = useAct(removeParameter, shown, onHandled)
  const { data } = parameter

  return (
    <FormDrawer
      title={isNew ? t('add') : (data?.publicName ?? t('detail'))}
      state={data && <OriginTag parameter={data} />}
      fields={isNew ? addParameter.input : changeParameter.input}
      start={isNew ? blank : data}
      error={parameter.error}
      onReload={() => parameter.refetch()}
      mayEdit={may}
      onSend={save}
      onClose={onClose}
      actions={(updateTime) =>
        data?.system === '0' &&
        mayRemove && (
          <RemoveButton
            question={{ title: t('removeTitle'), content: t('removeHint', { name: data.publicName }) }}
            onRemove={() => remove({ id: data.id, updateTime })}
          />
        )
      }
    >
      {({ kind = ParameterKind.text }) => (
        <>
          {data?.system === '1' ? <BuiltInFields parameter={data} /> : <OwnFields kind={kind} />}
          <Form.Item name="remark" label={t('remark')}>
            <Input.TextArea maxLength={200} rows={2} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}

function BuiltInFields({ parameter: { kind, publicKey, startValue, least, most } }: { parameter: PublicParameter }) {
  const { t } = useTranslation('parameters')
  const isNumber = kind === ParameterKind.number
  const start = isNumber ? startValue : t(startValue === '1' ? 'yes' : 'no')
  return (
    <>
      {isBuiltIn(publicKey) && <p className="list-sub form-note">{t(`hint.${publicKey}`)}</p>}
      <Form.Item
        name="publicValue"
        label={t('value')}
        extra={t(isNumber ? 'bounds' : 'startIs', { least, most, start })}
        required
      >
        <ValueInput kind={kind} {...(least !== null && most !== null && { min: least, max: most })} />
      </Form.Item>
    </>
  )
}

function OwnFields({ kind }: { kind: ParameterKind }) {
  const { t } = useTranslation('parameters')
  return (
    <>
      <Form.Item name="publicName" label={t('name')} required>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="publicKey" label={t('key')} extra={t('keyHint')} required>
        <Input maxLength={64} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="kind" label={t('kind')}>
          <Select options={Object.values(ParameterKind).map((value) => ({ value, label: t(`kinds.${value}`) }))} />
        </Form.Item>
        <Form.Item name="publicValue" label={t('value')}>
          <ValueInput kind={kind} />
        </Form.Item>
        <Form.Item name="status" label={t('status')}>
          <Select options={Object.values(ParameterStatus).map((value) => ({ value, label: t(`statuses.${value}`) }))} />
        </Form.Item>
        <Form.Item name="publicType" label={t('type')}>
          <Select options={Object.values(ParameterType).map((value) => ({ value, label: t(`types.${value}`) }))} />
        </Form.Item>
      </div>
    </>
  )
}
