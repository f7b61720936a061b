import type { SheetName } from '@huanwei/contract/imports/codes'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { ImportChoices } from './ImportChoices.tsx'
import { ImportResult, RefusedButton } from './ImportResult.tsx'
import { SheetSource } from './SheetSource.tsx'
import { useImport, type Work } from './use-import.ts'
import './imports.css'

/** Many records at once: a sheet is chosen or pasted, all of it is checked, then what is right is written in one transaction. */
export function ImportDrawer({ sheet, onClose }: { sheet: SheetName; onClose: () => void }) {
  const { t } = useTranslation(['imports', 'common'])
  const source = useImport(sheet)
  const { text, file, choices, choose, checked, check, add, work, problem } = source
  const isDone = checked?.isDone ?? false
  const isEmpty = text.trim() === '' && !file
  const right = checked && (choices.onlyRight || !checked.problems.length) ? checked.added + checked.changed : 0

  return (
    <DrawerFrame
      title={t(`title.${sheet}`)}
      onClose={onClose}
      isUnsent={!isEmpty && !isDone}
      form={problem && <Alert type="error" role="alert" title={problem} />}
      buttons={(close) => (
        <>
          {checked && <RefusedButton sheet={sheet} {...checked} />}
          <Button autoInsertSpace={false} onClick={close}>
            {t(isDone ? 'common:action.close' : 'common:action.cancel')}
          </Button>
          {!isDone &&
            (checked ? (
              <ActionButton key="add" type="primary" confirms disabled={right === 0} onAct={add}>
                {t('add', { n: right })}
              </ActionButton>
            ) : (
              <ActionButton key="check" type="primary" confirms disabled={isEmpty} onAct={check}>
                {t('check')}
              </ActionButton>
            ))}
        </>
      )}
    >
      <div className="import-steps">
        {!isDone && <SheetSource sheet={sheet} {...source} />}
        {!isDone && <ImportChoices sheet={sheet} choices={choices} onChoose={choose} />}
        {work && <Working {...work} />}
        {checked && !work && <ImportResult sheet={sheet} {...checked} />}
      </div>
    </DrawerFrame>
  )
}

/** What is going on; a file of 5 000 rows takes seconds. */
function Working({ step, n }: Work) {
  const { t } = useTranslation('imports')
  return (
    <div className="import-work">
      <p role="status">{t(step, { n })}</p>
      <progress aria-label={t(step, { n })} />
    </div>
  )
}
