import { PlusOutlined } from '@ant-design/icons'
import { listDocuments } from '@huanwei/contract/documents/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { ObjectRef } from '../../live/object-key.ts'
import { DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { DocumentDrawer } from './DocumentDrawer.tsx'
import { ValidityTag } from './ValidityTag.tsx'
import './documents.css'

type Props = ObjectRef & {
  /** True when the viewer may change the asset. */
  mayEdit: boolean
}

/** The documents of an asset as a part of its drawer, and the drawer of an open one, which stands beside the form of the asset. */
export function useDocuments({ objectType, id }: ObjectRef, mayEdit: boolean) {
  const [open, setOpen] = useState<number | 'new'>()
  const close = () => setOpen(undefined)
  const drawer =
    open === 'new' ? (
      <DocumentDrawer asset={{ objectType, objectId: id }} onClose={close} onHandled={close} />
    ) : (
      open !== undefined && <DocumentDrawer id={open} onClose={close} onHandled={close} />
    )
  return { part: <DocumentsPart objectType={objectType} id={id} mayEdit={mayEdit} onOpen={setOpen} />, drawer }
}

/** Photos and documents of an asset, those that expire first above. */
function DocumentsPart({ objectType, id, mayEdit, onOpen }: Props & { onOpen: (id: number | 'new') => void }) {
  const { t } = useTranslation('documents')
  const asked = useQuery(query(listDocuments, { objectType, objectId: id }))
  return (
    <DrawerPart title={t('title')}>
      {asked.error ? (
        <LoadFailed title={t('failed')} error={asked.error} onRetry={() => asked.refetch()} />
      ) : !asked.data ? (
        <Skeleton active paragraph={{ rows: 2 }} title={false} />
      ) : asked.data.length === 0 ? (
        <p className="drawer-note">{t('none')}</p>
      ) : (
        <ul className="documents" aria-label={t('title')}>
          {asked.data.map((document) => (
            <li key={document.id}>
              <button type="button" className="list-link" onClick={() => onOpen(document.id)}>
                {document.name}
              </button>{' '}
              <span className="list-sub">
                {document.kindName} {document.expires ? t('until', { day: document.expires }) : t('forever')}
              </span>{' '}
              {document.expires && <ValidityTag validity={document.validity} />}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <Button icon={<PlusOutlined aria-hidden />} autoInsertSpace={false} onClick={() => onOpen('new')}>
          {t('add')}
        </Button>
      )}
    </DrawerPart>
  )
}
