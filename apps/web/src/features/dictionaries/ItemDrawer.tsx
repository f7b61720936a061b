import {
  addDictionaryItem,
  changeDictionaryItem,
  type DictionaryItem,
  getDictionaryItem,
  removeDictionaryItem,
} from '@huanwei/contract/dictionaries/endpoints'
import { Form, Input, InputNumber, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useSave } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { NameFields } from './NameFields.tsx'
import { inOtherLanguages, showingItems } from './showing-items.ts'

type Props = {
  id: number | 'new'
  dictId: number
  /** Of the dictionary. */
  type: string
  /** Order of a new one. */
  next: number
  mayAdd: boolean
  mayEdit: boolean
  onClose: () => void
  onHandled: () => void
}

/** One item: its names, its value and its place. What rules of the product depend on keeps its name and value. */
export function ItemDrawer({ id, dictId, type, next, mayAdd, mayEdit, onClose, onHandled }: Props) {
  const { t, i18n } = useTranslation('dictionaries')
  const isNew = id === 'new'
  const item = useRecord(getDictionaryItem, isNew ? undefined : { id })
  const save = useSave(addDictionaryItem, changeDictionaryItem, showingItems, onClose)
  const isFixed = item.data?.system === '1'
  return (
    <FormDrawer
      title={isNew ? t('addItem') : (item.data?.label ?? t('itemDetail'))}
      fields={isNew ? addDictionaryItem.input : changeDictionaryItem.input}
      start={
        isNew
          ? { dictId, label: '', labels: {}, value: '', sort: next, remarks: '', enabled: true }
          : item.data && { ...item.data, labels: inOtherLanguages(item.data.labels, i18n.language) }
      }
      error={item.error}
      onReload={() => item.refetch()}
      mayEdit={isNew ? mayAdd : mayEdit}
      onSend={save}
      onClose={onClose}
      actions={(updateTime) =>
        item.data && !isFixed && <RemoveItem item={item.data} updateTime={updateTime} onRemoved={onHandled} />
      }
    >
      {isFixed && mayEdit && <p className="drawer-note">{t('systemItemHint')}</p>}
      <NameFields name="label" isOff={isFixed} />
      <div className="form-columns">
        <Form.Item name="value" label={t('value')} required extra={t(type === 'leave_type' ? 'valueNumberHint' : 'valueHint')}>
          <Input maxLength={20} {...(isFixed && { disabled: true })} />
        </Form.Item>
        <Form.Item name="sort" label={t('sort')} extra={t('sortHint')}>
          <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item name="enabled" label={t('enabled')} valuePropName="checked" extra={t('enabledHint')}>
        <Switch />
      </Form.Item>
      <Form.Item name="remarks" label={t('remark')}>
        <Input.TextArea maxLength={200} rows={2} />
      </Form.Item>
    </FormDrawer>
  )
}

type RemoveProps = { item: DictionaryItem; updateTime: string | undefined; onRemoved: () => void }

function RemoveItem({ item: { id, label }, updateTime, onRemoved }: RemoveProps) {
  const { t } = useTranslation('dictionaries')
  const mayRemove = useMay('sys_dict_del')
  const remove = useAct(removeDictionaryItem, showingItems, onRemoved)
  if (!mayRemove) return null
  return (
    <RemoveButton
      question={{ title: t('removeItemTitle'), content: t('removeItemHint', { name: label }) }}
      onRemove={() => remove({ id, updateTime })}
    />
  )
}
