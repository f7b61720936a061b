import {
  addDocument,
  changeDocument,
  type Document,
  getDocument,
  listDocuments,
  removeDocument,
} from '@huanwei/contract/documents/endpoints'
import { word } from '@huanwei/contract/fields'
import { ObjectType } from '@huanwei/contract/objects'
import type { Permission } from '@huanwei/contract/permissions'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod'
import { useAct, useSave } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { DayPicker } from '../../ui/form/DayPicker.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { DictionarySelect } from '../dictionaries/DictionarySelect.tsx'
import { useFigure } from '../parameters/use-figure.ts'
import { DocumentFiles } from './DocumentFiles.tsx'
import { ValidityTag } from './ValidityTag.tsx'

type Asset = Pick<Document, 'objectType' | 'objectId'>
type Props = {
  /** A new one without. */
  id?: number
  /** What a new one belongs to. */
  asset?: Asset
  onClose: () => void
  onHandled: () => void
}

const shown = [listDocuments, getDocument]
/** Permissions of which one is needed; the server knows which. */
const keepers: Record<ObjectType, readonly [Permission, Permission]> = {
  [ObjectType.person]: ['sys_user_edit', 'sys_user_edit'],
  [ObjectType.vehicle]: ['admin_vehicle_edit', 'admin_vehicle_edit'],
  [ObjectType.facility]: ['admin_facility_edit', 'admin_garbagecan_edit'],
}
const assetPages = {
  [ObjectType.person]: '/asset/personnel/index',
  [ObjectType.vehicle]: '/asset/vehicle/index',
  [ObjectType.facility]: '/asset/facility/index',
}

/** The form has the names of its files as a list. */
const names = { files: z.array(z.string()).min(1, word('chooseFiles')) }
const added = addDocument.input.extend(names)
const changed = changeDocument.input.extend(names)

/** One photo or document of an asset. */
export function DocumentDrawer({ id, asset, onClose, onHandled }: Props) {
  const { t } = useTranslation('documents')
  const reminderDays = useFigure('document_reminder_days')
  const asked = useRecord(getDocument, id === undefined ? undefined : { id })
  const document = asked.data
  const [one, other] = keepers[document?.objectType ?? asset?.objectType ?? ObjectType.vehicle]
  const may = [useMay(one), useMay(other)].some(Boolean)
  const save = useSave(addDocument, changeDocument, shown, onHandled)
  const remove = useAct(removeDocument, [listDocuments], onHandled)
  const start = document && {
    ...document,
    files: document.files.map(({ fileName }) => fileName),
    expires: document.expires ?? undefined,
  }
  return (
    <FormDrawer
      title={asset ? t('add') : (document?.name ?? t('detail'))}
      state={document?.expires && <ValidityTag validity={document.validity} />}
      fields={asset ? added : changed}
      start={asset ? { ...asset, name: '', files: [], remark: '' } : start}
      error={asked.error}
      onReload={() => asked.refetch()}
      mayEdit={may}
      onSend={({ files, ...values }) => save({ ...values, files: files.join(',') })}
      onClose={onClose}
      actions={(updateTime) =>
        document &&
        may && (
          <RemoveButton
            question={{ title: t('removeTitle'), content: t('removeHint', { name: document.name }) }}
            onRemove={() => remove({ id: document.id, updateTime })}
          />
        )
      }
    >
      {document && (
        <p className="asset-terminal">
          <span className="list-sub">{t('asset')}</span>{' '}
          <Link className="list-link" to={`${assetPages[document.objectType]}?open=${document.objectId}`}>
            {document.objectName}
          </Link>
        </p>
      )}
      <div className="form-columns">
        <Form.Item name="name" label={t('name')} required>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="kind" label={t('kind')} required>
          <DictionarySelect type="document_kind" label={t('kind')} />
        </Form.Item>
      </div>
      <Form.Item name="expires" label={t('expires')} extra={t('expiresHint', { days: reminderDays })}>
        <DayPicker />
      </Form.Item>
      <Form.Item name="files" label={t('files')} required>
        <DocumentFiles known={document?.files ?? []} isOff={!may} />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </FormDrawer>
  )
}
