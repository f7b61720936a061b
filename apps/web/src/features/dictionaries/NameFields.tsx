import { languages } from '@huanwei/words/languages'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

/** A name in the person's own language, and in the two others. */
export function NameFields({ name, isOff = false }: { name: 'label' | 'description'; isOff?: boolean }) {
  const { t, i18n } = useTranslation('dictionaries')
  return (
    <>
      <Form.Item name={name} label={t(name)} required extra={t('nameHint')}>
        <Input maxLength={50} {...(isOff && { disabled: true })} />
      </Form.Item>
      <div className="form-columns">
        {languages
          .filter(({ code }) => code !== i18n.language)
          .map(({ code }) => (
            <Form.Item key={code} name={['labels', code]} label={t(`nameIn.${code}`)}>
              <Input maxLength={50} lang={code} {...(isOff && { disabled: true })} />
            </Form.Item>
          ))}
      </div>
    </>
  )
}
