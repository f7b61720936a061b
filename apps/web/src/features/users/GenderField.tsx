import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'

export function GenderField() {
  const { t } = useTranslation('users')
  return (
    <Form.Item name="gender" label={t('gender')}>
      <Radio.Group
        aria-label={t('gender')}
        options={(['0', '1', '2'] as const).map((value) => ({ value, label: t(`genders.${value}`) }))}
      />
    </Form.Item>
  )
}
