import { CloseOutlined } from '@ant-design/icons'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { menuIcons } from '../../shell/menu/menu-icons.tsx'

type Props = { id?: string; value?: string | null; onChange?: (value: string | null) => void }

/** The signs that an item can have, as a choice of one; the first is none of its own. */
export function IconPicker({ id, value = null, onChange }: Props) {
  const { t } = useTranslation('menus')
  const name = useId()
  const option = (icon: string | null, sign: React.ReactNode, label: string) => (
    <label key={icon ?? ''} className="menus-icon" title={label}>
      <input type="radio" name={name} aria-label={label} checked={value === icon} onChange={() => onChange?.(icon)} />
      <span aria-hidden="true">{sign}</span>
    </label>
  )
  return (
    <div className="menus-icons" id={id} role="radiogroup" aria-label={t('icon')}>
      {option(null, <CloseOutlined />, t('noIcon'))}
      {Object.entries(menuIcons).map(([icon, Icon]) => option(icon, <Icon />, icon))}
    </div>
  )
}
