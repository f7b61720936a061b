import { DownloadOutlined } from '@ant-design/icons'
import {
  type Area,
  addArea,
  changeArea,
  getArea,
  getVehicleAreas,
  listAreas,
  removeArea,
} from '@huanwei/contract/areas/endpoints'
import { getRulesUsing } from '@huanwei/contract/rules/endpoints'
import { isByOwnAreas } from '@huanwei/contract/rules/rules'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { saveText } from '../../lib/save.ts'
import { useAct, useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { ShapeField } from '../../map/fields/ShapeField.tsx'
import type { Tool } from '../../map/shapes/shape-draft.ts'
import { useAllAreas } from '../../map/shapes/use-all-areas.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { ManyChoice } from '../../ui/select/ManyChoice.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { useBeforeChange } from '../rules/use-before-change.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'
import { areasToGeoJson } from './area-files.ts'
import { useSizeWords } from './size-words.ts'

type Props = {
  id: number | 'new'
  /** Title of a new one, where it is not called an area. */
  addTitle?: string
  /** What a new one begins with. */
  preset?: Partial<Pick<Area, 'deptId' | 'vehicleIds'>>
  /** The only kind of shape that a new one may have. */
  only?: Tool
  onClose: () => void
  onHandled: () => void
  onAdded?: (area: Area) => void
}

const shown = [listAreas, getArea, getVehicleAreas]

/** One area: where it is, whose it is, and the vehicles that work in it. */
export function AreaDrawer({ id, addTitle, preset, only, onClose, onHandled, onAdded }: Props) {
  const { t } = useTranslation('areas')
  const isNew = id === 'new'
  const area = useRecord(getArea, isNew ? undefined : { id })
  const may = useMay(isNew ? 'admin_area_add' : 'admin_area_edit')
  const add = useSend(addArea, shown)
  const change = useSend(changeArea, shown)
  const { isWanted, drawer } = useBeforeChange()

  /** Its shape and, where each crew has its own areas, its department decide with rules. */
  async function isAgreed({ shape, deptId }: Pick<Area, 'shape' | 'deptId'>) {
    const before = area.data
    if (!before || (before.deptId === deptId && JSON.stringify(before.shape) === JSON.stringify(shape))) return true
    return isWanted(before.name, { areaId: before.id }, { area: { id: before.id, shape, deptId } })
  }

  return (
    <>
      <FormDrawer
        title={isNew ? (addTitle ?? t('add')) : (area.data?.name ?? t('detail'))}
        fields={isNew ? addArea.input : changeArea.input}
        start={isNew ? { name: '', remark: '', vehicleIds: [], ...preset } : area.data}
        error={area.error}
        onReload={() => area.refetch()}
        mayEdit={may}
        onSend={async (values) => {
          if (!('id' in values)) {
            const added = await add(values)
            onAdded?.(added)
          } else if (await isAgreed(values)) await change(values)
          else return
          onClose()
        }}
        onClose={onClose}
        actions={(updateTime) => area.data && <AreaActions area={area.data} updateTime={updateTime} onRemoved={onHandled} />}
      >
        <div className="form-columns">
          <Form.Item name="name" label={t('name')} required>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="deptId" label={t('department')} required>
            <DepartmentSelect label={t('department')} />
          </Form.Item>
        </div>
        <ShapeItem id={id} only={only} isOff={!may} />
        <Form.Item name="vehicleIds" label={t('vehicles')} extra={t('vehiclesHint')}>
          <ManyChoice label={t('vehicles')} Select={VehicleSelect} />
        </Form.Item>
        <Form.Item name="remark" label={t('remark')}>
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
      </FormDrawer>
      {drawer}
    </>
  )
}

/** The shape with its size while it is drawn, among the other areas. */
function ShapeItem({ id, only, isOff }: Pick<Props, 'id' | 'only'> & { isOff: boolean }) {
  const { t } = useTranslation('areas')
  const sizeOf = useSizeWords()
  const drawn: Area['shape'] | undefined = Form.useWatch('shape')
  const areas = useAllAreas().data?.records
  const neighbours = useMemo(() => areas?.filter((one) => one.id !== id) ?? [], [areas, id])
  return (
    <Form.Item name="shape" label={t('shape')} required>
      <ShapeField isOff={isOff} {...(only && { only })} size={drawn && sizeOf(drawn)} neighbours={neighbours} />
    </Form.Item>
  )
}

type ActionsProps = { area: Area; updateTime: string | undefined; onRemoved: () => void }

function AreaActions({ area, updateTime, onRemoved }: ActionsProps) {
  const { t } = useTranslation('areas')
  const mayRemove = useMay('admin_area_del')
  const remove = useAct(removeArea, [listAreas], onRemoved)
  const { id, name } = area
  const { data: used } = useQuery({ ...query(getRulesUsing, { areaId: id }), enabled: mayRemove })
  const count = used?.rules.filter(({ condition }) => isByOwnAreas(condition)).length ?? 0
  return (
    <>
      {mayRemove && (
        <RemoveButton
          question={{
            title: t('removeTitle'),
            content: [t('removeHint', { name }), ...(count > 0 ? [t('removeUsed', { count })] : [])].join(' '),
          }}
          onRemove={() => remove({ id, updateTime })}
        />
      )}
      <Button
        icon={<DownloadOutlined aria-hidden />}
        onClick={() => saveText(areasToGeoJson([area]), 'application/geo+json', `${name}.geojson`)}
      >
        {t('export')}
      </Button>
    </>
  )
}
