import { FacilityType, seededItems } from '@huanwei/contract/dictionaries/codes'
import {
  builtYears,
  type FacilityClass,
  facilityClasses,
  mostCubicles,
  mostFloorArea,
  ToiletKind,
} from '@huanwei/contract/facilities/codes'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'

const kinds = Object.values(ToiletKind)
const cubicles = ['cubiclesMen', 'cubiclesWomen', 'cubiclesShared'] as const
const full = { width: '100%' }

/** True for a facility that may have cubicles: a toilet, or a type that the organisation added. */
const mayHaveCubicles = (type: string | undefined) =>
  type === undefined ||
  type === FacilityType.publicToilet ||
  type === FacilityType.ruralToilet ||
  !seededItems.facility_type.includes(type)

/** Facts of a facility that its page, the sign at its door and the register show. */
export function FacilityFacts({ facilityType }: { facilityType: string | undefined }) {
  const { t } = useTranslation('facilities')
  const isToilet = mayHaveCubicles(facilityType)
  return (
    <>
      <div className="form-columns">
        {isToilet && (
          <Form.Item name="toiletKind" label={t('toiletKind')}>
            <Select<ToiletKind> allowClear options={kinds.map((value) => ({ value, label: t(`toilet.${value}`) }))} />
          </Form.Item>
        )}
        <Form.Item name="facilityClass" label={t('facilityClass')}>
          <Select<FacilityClass> allowClear options={facilityClasses.map((value) => ({ value, label: t(`class.${value}`) }))} />
        </Form.Item>
        <Form.Item name="builtYear" label={t('builtYear')}>
          <InputNumber min={builtYears.first} max={builtYears.last} precision={0} style={full} />
        </Form.Item>
        <Form.Item name="floorArea" label={t('floorArea')}>
          <InputNumber min={0.1} max={mostFloorArea} suffix={t('squareMetres')} style={full} />
        </Form.Item>
        <Form.Item name="openingHours" label={t('openingHours')}>
          <Input maxLength={50} placeholder="06:00–22:00" />
        </Form.Item>
        <Form.Item name="managerName" label={t('managerName')}>
          <Input maxLength={50} />
        </Form.Item>
      </div>
      {isToilet && (
        <>
          <div className="form-columns">
            {cubicles.map((name) => (
              <Form.Item key={name} name={name} label={t(name)}>
                <InputNumber min={0} max={mostCubicles} precision={0} style={full} />
              </Form.Item>
            ))}
          </div>
          <p className="drawer-note">{t('cubiclesHint')}</p>
        </>
      )}
      <Form.Item name="equipment" label={t('equipment')}>
        <Input maxLength={200} />
      </Form.Item>
    </>
  )
}
