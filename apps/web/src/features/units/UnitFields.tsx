import { type Unit, uploadUnitPicture } from '@huanwei/contract/units/endpoints'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { PhotoUpload } from '../files/PhotoUpload.tsx'

type PlainName = 'account' | 'intercomUrl' | 'intercomAccount'
type PasswordName = 'password' | 'intercomPassword'
type Name = 'videoSource' | 'systemName' | 'shortName' | 'contact' | 'gpsUrl' | 'evaluationUrl' | 'feixiangUrl'

/** The fields in four groups. */
export function UnitFields({ unit, isOff }: { unit: Unit | null; isOff: boolean }) {
  const { t } = useTranslation('units')
  const plain = (name: PlainName, most: number) => (
    <Form.Item name={name} label={t(`field.${name}`)}>
      <Input maxLength={most} autoComplete="off" />
    </Form.Item>
  )
  const hinted = (name: Name, most: number) => (
    <Form.Item name={name} label={t(`field.${name}`)} extra={t(`hint.${name}`)}>
      <Input maxLength={most} autoComplete="off" />
    </Form.Item>
  )
  const picture = (name: 'logo' | 'ico') => (
    <Form.Item name={name} label={t(`field.${name}`)} extra={t(`hint.${name}`)}>
      <PictureField label={t(`field.${name}`)} isOff={isOff} />
    </Form.Item>
  )
  return (
    <>
      <fieldset className="unit-part">
        <legend>{t('part.names')}</legend>
        {hinted('systemName', 50)}
        {hinted('shortName', 20)}
        {picture('logo')}
        {picture('ico')}
        {hinted('contact', 100)}
      </fieldset>
      <fieldset className="unit-part">
        <legend>{t('part.outside')}</legend>
        <Form.Item name="frameOrigins" label={t('field.frameOrigins')} extra={t('hint.frameOrigins')} className="unit-wide">
          <Input.TextArea rows={3} spellCheck={false} />
        </Form.Item>
        {hinted('gpsUrl', 500)}
        {hinted('evaluationUrl', 500)}
        {hinted('feixiangUrl', 500)}
      </fieldset>
      <fieldset className="unit-part">
        <legend>{t('part.video')}</legend>
        {hinted('videoSource', 200)}
        {plain('account', 64)}
        <PasswordField name="password" removes="removesPassword" isSet={unit?.hasPassword ?? false} />
      </fieldset>
      <fieldset className="unit-part">
        <legend>{t('part.intercom')}</legend>
        {plain('intercomUrl', 200)}
        {plain('intercomAccount', 64)}
        <PasswordField name="intercomPassword" removes="removesIntercomPassword" isSet={unit?.hasIntercomPassword ?? false} />
      </fieldset>
    </>
  )
}

/** `value` and `onChange` come from the form item around it. */
function PictureField(props: { label: string; isOff: boolean; value?: string; onChange?: (name: string) => void }) {
  const { label, isOff, value, onChange } = props
  return (
    <PhotoUpload
      label={label}
      isOff={isOff}
      endpoint={uploadUnitPicture}
      value={value ? [value] : []}
      onChange={([name = '']) => onChange?.(name)}
    />
  )
}

/** Written and never shown: empty keeps what is set. */
function PasswordField({ name, removes, isSet }: { name: PasswordName; removes: string; isSet: boolean }) {
  const { t } = useTranslation('units')
  const isRemoved: boolean | undefined = Form.useWatch(removes)
  return (
    <div>
      <Form.Item name={name} label={t(`field.${name}`)} extra={t(isSet ? 'hint.password' : 'hint.passwordNone')}>
        <Input.Password maxLength={128} autoComplete="new-password" disabled={isRemoved ?? false} />
      </Form.Item>
      {isSet && (
        <Form.Item name={removes} valuePropName="checked" noStyle>
          <Checkbox>{t('hint.passwordRemove')}</Checkbox>
        </Form.Item>
      )}
    </div>
  )
}
