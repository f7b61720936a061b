import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { addCleaning, type Cause, type getCauseWork, NewCleaning } from '@huanwei/contract/cleaning/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import { lat, lng } from '@huanwei/contract/fields'
import { getOverview } from '@huanwei/contract/home/endpoints'
import { SiteType } from '@huanwei/contract/sites/endpoints'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSend } from '../../lib/send.ts'
import { useSite } from '../../lib/site.ts'
import { PlaceField } from '../../map/fields/PlaceField.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { FacilitySelect } from '../facilities/FacilitySelect.tsx'
import { PhotosField } from '../files/PhotosField.tsx'
import { TypeSelect } from './CleaningFrame.tsx'
import { shown } from './cleaning-list.ts'

const fields = NewCleaning.omit({ lng: true, lat: true, cause: true }).extend({ place: z.object({ lng, lat }).optional() })

type Props = {
  /** What it is dispatched from, and what the form begins with. */
  cause?: Cause & { start: Output<typeof getCauseWork>['start'] }
  onClose: () => void
  /** Hears of the new report; without it the form closes. */
  onAdded?: (id: number) => void
}

const longestContent = 500

/** Form of a cleaning report, at a facility or anywhere else. */
export function AddDrawer({ cause, onClose, onAdded = onClose }: Props) {
  const { t } = useTranslation('cleaning')
  // Villages ask for the emptying of their pits, at addresses without crossings.
  const isRural = useSite(({ site }) => site?.type === SiteType.ruralToilet)
  const add = useSend(addCleaning, [...shown, getOverview])
  const empty = { type: isRural ? CleaningType.suction : CleaningType.cleaning, position: '', contact: '', img: '' }
  const [start] = useState(() => ({ ...empty, ...(cause && startOf(cause.start)) }))
  return (
    <FormDrawer
      title={t(cause ? 'work.dispatch' : 'add')}
      fields={fields}
      start={start}
      onSend={async ({ place, img, ...values }) => {
        const from = cause && { cause: { kind: cause.kind, id: cause.id } }
        const { id } = await add({ ...values, ...place, ...from, img: img.join() })
        onAdded(id)
      }}
      onClose={onClose}
      confirmLabel={t('send')}
    >
      {({ facilityId }) => (
        <>
          <Form.Item name="content" label={t('column.content')} required>
            <Input.TextArea rows={2} maxLength={longestContent} placeholder={t('contentHint')} />
          </Form.Item>
          <div className="form-columns">
            <Form.Item name="type" label={t('column.type')} required>
              <TypeSelect />
            </Form.Item>
            <Form.Item name="facilityId" label={t('column.facility')}>
              <FacilitySelect label={t('column.facility')} />
            </Form.Item>
            <Form.Item name="deptId" label={t('column.department')}>
              <DepartmentSelect label={t(facilityId === undefined ? 'ownDepartment' : 'facilityDepartment')} />
            </Form.Item>
            <Form.Item name="contact" label={t('contact')}>
              <Input maxLength={50} />
            </Form.Item>
          </div>
          <Form.Item name="position" label={t('position')} required={facilityId === undefined}>
            <Input
              maxLength={200}
              placeholder={t(facilityId !== undefined ? 'facilityPosition' : isRural ? 'ruralPositionHint' : 'positionHint')}
            />
          </Form.Item>
          {facilityId === undefined && (
            <Form.Item name="place" label={t('placeOnMap')}>
              <PlaceField />
            </Form.Item>
          )}
          <Form.Item name="img" label={t('photos')}>
            <PhotosField label={t('photos')} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}

/** Fields that a cause fills in. */
function startOf({ lng, lat, ...fields }: Output<typeof getCauseWork>['start']) {
  return { ...fields, ...(lng !== undefined && lat !== undefined && { place: { lng, lat } }) }
}
