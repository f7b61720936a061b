import { hasNamedMembers, madeKinds } from '@huanwei/contract/intercom/codes'
import {
  addIntercomGroup,
  changeIntercomGroup,
  type IntercomGroup,
  listIntercomGroups,
  removeIntercomGroup,
} from '@huanwei/contract/intercom/endpoints'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useSave } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { ManyChoice } from '../../ui/select/ManyChoice.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { AreaSelect } from '../areas/AreaSelect.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'

const shown = [listIntercomGroups]

type Props = {
  /** Absent for a new one. */
  group: IntercomGroup | undefined
  error: Error | null
  onReload: () => PromiseLike<unknown>
  onClose: () => void
}

/** A group: its kind and place when it is made, its name, its people and vehicles. */
export function GroupDrawer({ group, error, onReload, onClose }: Props) {
  const { t } = useTranslation('intercom')
  const isDispatcher = useMay('intercom_dispatch')
  const save = useSave(addIntercomGroup, changeIntercomGroup, shown, onClose)
  const remove = useAct(removeIntercomGroup, shown, onClose)
  return (
    <FormDrawer
      title={group ? group.name : t('add')}
      fields={group ? changeIntercomGroup.input : addIntercomGroup.input}
      start={
        group
          ? valuesOf(group)
          : { kind: isDispatcher ? 'fixed' : 'temporary', name: '', userIds: [], vehicleIds: [], isBroadcast: false }
      }
      error={error}
      onReload={onReload}
      onSend={save}
      onClose={onClose}
      actions={(updateTime) =>
        group && (
          <RemoveButton
            question={{ title: t('removeTitle'), content: t('removeHint', { name: group.name }) }}
            onRemove={() => remove({ id: group.id, updateTime })}
          />
        )
      }
    >
      {(values) => (
        <Fields kind={group?.kind ?? kindIn(values)} isNew={!group} kinds={isDispatcher ? madeKinds : ['temporary']} />
      )}
    </FormDrawer>
  )
}

const valuesOf = ({ id, name, userIds, vehicleIds, isBroadcast, updateTime }: IntercomGroup) => ({
  id,
  name,
  userIds,
  vehicleIds,
  isBroadcast,
  updateTime,
})

type Kind = IntercomGroup['kind']
type NewKind = (typeof madeKinds)[number]

const kindIn = (values: object) => madeKinds.find((kind) => 'kind' in values && values.kind === kind)

/** The fields that a kind of group has; its kind and place are said when it is made. */
function Fields({ kind, isNew, kinds }: { kind: Kind | undefined; isNew: boolean; kinds: readonly NewKind[] }) {
  const { t } = useTranslation('intercom')
  const mayCommand = useMay('admin_device_command')
  const isMade = madeKinds.find((one) => one === kind)
  return (
    <>
      {isNew && (
        <Form.Item name="kind" label={t('kind')} extra={isMade && t(`kindHint.${isMade}`)} required>
          <Segments aria-label={t('kind')} options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
        </Form.Item>
      )}
      <Form.Item name="name" label={t('name')} required>
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      {isNew && kind !== 'temporary' && (
        <Form.Item name="deptId" label={t('department')} required>
          <DepartmentSelect label={t('department')} />
        </Form.Item>
      )}
      {isNew && kind === 'area' && (
        <Form.Item name="areaId" label={t('area')} required>
          <AreaSelect label={t('area')} />
        </Form.Item>
      )}
      {hasNamedMembers(kind) && (
        <Form.Item name="userIds" label={t('people')}>
          <ManyChoice label={t('people')} Select={UserSelect} />
        </Form.Item>
      )}
      {hasNamedMembers(kind) && mayCommand && (
        <Form.Item name="vehicleIds" label={t('vehicles')} extra={t('vehiclesHint')}>
          <ManyChoice label={t('vehicles')} Select={VehicleSelect} />
        </Form.Item>
      )}
      {hasNamedMembers(kind) && mayCommand && (
        <Form.Item name="isBroadcast" valuePropName="checked">
          <Checkbox>{t('broadcast')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}
