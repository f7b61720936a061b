import type { Endpoint } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import { bindTerminal, type Terminal } from '@huanwei/contract/terminals/endpoints'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/send.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { BoundSelect } from './BoundSelect.tsx'
import { useObjectTypes } from './object-types.ts'
import './terminals.css'

/** Says what a terminal that nobody knows is on. */
export function BindForm({ device: { id, updateTime }, shown }: { device: Terminal; shown: Endpoint[] }) {
  const { t } = useTranslation('terminals')
  const [objectType, setObjectType] = useState<ObjectType>(ObjectType.vehicle)
  const [objectId, setObjectId] = useState<number>()
  const bind = useAct(bindTerminal, shown)
  function toType(type: ObjectType) {
    setObjectType(type)
    setObjectId(undefined)
  }
  return (
    <div className="terminal-form">
      <Select<ObjectType> aria-label={t('objectType')} options={useObjectTypes()} value={objectType} onChange={toType} />
      <BoundSelect key={objectType} objectType={objectType} label={t('object')} value={objectId} onChange={setObjectId} />
      <ActionButton
        type="primary"
        confirms
        disabled={objectId === undefined}
        onAct={() => (objectId === undefined ? undefined : bind({ id, objectType, objectId, updateTime }))}
      >
        {t('bind')}
      </ActionButton>
    </div>
  )
}
