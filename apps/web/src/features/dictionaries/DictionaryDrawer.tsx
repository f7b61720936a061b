import {
  addDictionary,
  changeDictionary,
  type Dictionary,
  getDictionary,
  getSystemDictionaries,
  getUserDictionaries,
  listDictionaryItems,
  removeDictionary,
} from '@huanwei/contract/dictionaries/endpoints'
import { isReadByProduct } from '@huanwei/contract/dictionaries/rules'
import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct, useSend } from '../../lib/send.ts'
import { useMayForAll } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { NameFields } from './NameFields.tsx'
import { inOtherLanguages } from './showing-items.ts'

type Props = { id: number | 'new'; onClose: () => void; onAdded: (id: number) => void }

const shown = [getUserDictionaries, getSystemDictionaries, getDictionary]

/** One dictionary: its names and its key, which stays once it is saved. */
export function DictionaryDrawer({ id, onClose, onAdded }: Props) {
  const { t, i18n } = useTranslation('dictionaries')
  const isNew = id === 'new'
  const dictionary = useRecord(getDictionary, isNew ? undefined : { id })
  const [mayAdd, mayEdit] = [useMayForAll('sys_dict_add'), useMayForAll('sys_dict_edit')]
  const add = useSend(addDictionary, shown)
  const change = useSend(changeDictionary, shown)
  const { data } = dictionary
  return (
    <FormDrawer
      title={isNew ? t('add') : (data?.description ?? t('detail'))}
      fields={isNew ? addDictionary.input : changeDictionary.input}
      start={
        isNew
          ? { description: '', labels: {}, type: '', remarks: '' }
          : data && { ...data, labels: inOtherLanguages(data.labels, i18n.language) }
      }
      error={dictionary.error}
      onReload={() => dictionary.refetch()}
      mayEdit={isNew ? mayAdd : mayEdit && data?.system !== '1'}
      onSend={async (values) => {
        if (!('id' in values)) return onAdded((await add(values)).id)
        await change(values)
        onClose()
      }}
      onClose={onClose}
      actions={(updateTime) =>
        data && !isReadByProduct(data.type) && <RemoveDictionary dictionary={data} updateTime={updateTime} onRemoved={onClose} />
      }
    >
      <NameFields name="description" />
      <Form.Item name="type" label={t('type')} required extra={t('typeHint')}>
        <Input maxLength={64} {...(!isNew && { disabled: true })} />
      </Form.Item>
      <Form.Item name="remarks" label={t('remark')}>
        <Input.TextArea maxLength={200} rows={2} />
      </Form.Item>
    </FormDrawer>
  )
}

type Removed = { dictionary: Dictionary; updateTime: string | undefined; onRemoved: () => void }

function RemoveDictionary({ dictionary: { id, description: name }, updateTime, onRemoved }: Removed) {
  const { t } = useTranslation('dictionaries')
  const mayRemove = useMayForAll('sys_dict_del')
  const remove = useAct(removeDictionary, shown, onRemoved)
  const items = useQuery({ ...query(listDictionaryItems, { id }), enabled: mayRemove })
  if (!mayRemove || !items.data) return null
  return (
    <RemoveButton
      question={{ title: t('removeTitle'), content: t('removeHint', { name, count: items.data.length }) }}
      onRemove={() => remove({ id, updateTime })}
    />
  )
}
