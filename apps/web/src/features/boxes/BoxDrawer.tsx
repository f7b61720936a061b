import { addBox, changeBox, getBox, listBoxes, removeBox } from '@huanwei/contract/boxes/endpoints'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useSave } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { FacilitySelect } from '../facilities/FacilitySelect.tsx'
import { BoxTag } from './BoxTag.tsx'

type Props = { id: number | 'new'; onClose: () => void; onHandled: () => void; onCalibrate: () => void }

const shown = [listBoxes, getBox]
const blank = { code: '', name: '', model: '', sim: '', firmware: '', remark: '' }
const texts = ['model', 'sim', 'firmware'] as const

/** One box: what it is, and at which facility. */
export function BoxDrawer({ id, onClose, onHandled, onCalibrate }: Props) {
  const { t } = useTranslation('boxes')
  const isNew = id === 'new'
  const box = useRecord(getBox, isNew ? undefined : { id })
  const may = useMay(isNew ? 'admin_box_add' : 'admin_box_edit')
  const save = useSave(addBox, changeBox, shown, onClose)
  const mayRemove = useMay('admin_box_del')
  const remove = useAct(removeBox, [listBoxes], onHandled)

  return (
    <FormDrawer
      title={isNew ? t('add') : (box.data?.name ?? t('detail'))}
      state={box.data && <BoxTag status={box.data.status} />}
      fields={isNew ? addBox.input : changeBox.input}
      start={isNew ? blank : box.data}
      error={box.error}
      onReload={() => box.refetch()}
      mayEdit={may}
      onSend={save}
      onClose={onClose}
      actions={(updateTime) =>
        box.data && (
          <>
            {mayRemove && (
              <RemoveButton
                question={{ title: t('removeTitle'), content: t('removeHint', { name: box.data.name }) }}
                onRemove={() => remove({ id: box.data.id, updateTime })}
              />
            )}
            <Button autoInsertSpace={false} onClick={onCalibrate}>
              {t('calibrations')}
            </Button>
          </>
        )
      }
    >
      <BoxFields />
    </FormDrawer>
  )
}

function BoxFields() {
  const { t } = useTranslation('boxes')
  return (
    <>
      <div className="form-columns">
        <Form.Item name="code" label={t('code')} required>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="name" label={t('name')} required>
          <Input maxLength={50} />
        </Form.Item>
      </div>
      <Form.Item name="facilityId" label={t('facility')} extra={t('facilityHint')} required>
        <FacilitySelect label={t('facility')} />
      </Form.Item>
      <div className="form-columns">
        {texts.map((name) => (
          <Form.Item key={name} name={name} label={t(name)}>
            <Input maxLength={50} />
          </Form.Item>
        ))}
      </div>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </>
  )
}
