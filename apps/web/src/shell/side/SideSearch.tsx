import { SearchOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'

type Props = { text: string; onText: (text: string) => void }

/** Narrows the menu to what matches, by its words or by pinyin initials; Esc empties it. */
export function SideSearch({ text, onText }: Props) {
  const { t } = useTranslation('shell')
  return (
    <label className="side-search">
      <SearchOutlined aria-hidden="true" />
      <input
        type="search"
        aria-label={t('menu.search')}
        placeholder={t('menu.search')}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text) {
            event.stopPropagation()
            onText('')
          } else if (event.key !== 'ArrowDown' && event.key !== 'Escape') event.stopPropagation()
        }}
      />
    </label>
  )
}
