import type { SheetName } from '@huanwei/contract/imports/codes'
import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { importKinds } from './import-kinds.ts'
import type { Choices } from './use-import.ts'

type Props = { sheet: SheetName; choices: Choices; onChoose: (change: Partial<Choices>) => void }

/** What becomes of known records, and of right rows beside wrong ones. */
export function ImportChoices({ sheet, choices: { known, onlyRight }, onChoose }: Props) {
  const { t } = useTranslation('imports')
  const { add, edit } = importKinds[sheet]
  const mayEdit = useMay(edit ?? add)
  return (
    <>
      {edit && mayEdit && (
        <fieldset className="import-choices">
          <legend>{t('known')}</legend>
          <Radio.Group
            value={known}
            onChange={({ target }) => onChoose({ known: target.value })}
            options={(['refuse', 'update'] as const).map((value) => ({ value, label: t(`known.${value}`) }))}
          />
        </fieldset>
      )}
      <fieldset className="import-choices">
        <legend>{t('partly')}</legend>
        <Radio.Group
          value={onlyRight ? 'right' : 'all'}
          onChange={({ target }) => onChoose({ onlyRight: target.value === 'right' })}
          options={(['right', 'all'] as const).map((value) => ({ value, label: t(`partly.${value}`) }))}
        />
      </fieldset>
    </>
  )
}
