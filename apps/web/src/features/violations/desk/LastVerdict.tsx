import type { ObjectType } from '@huanwei/contract/objects'
import type { AlarmType } from '@huanwei/contract/violations/codes'
import { undoSeconds } from '@huanwei/contract/violations/rules'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'
import { verdictWord } from '../ViolationState.tsx'

const undoKey = 'U'

/** A verdict that was just given, to one or several; `name` of the object of the first, `at` in epoch ms. */
export type Last = { ids: readonly number[]; name: string; alarmType: AlarmType; at: number }

/** The last verdict, and the way back while there is one. */
export function LastVerdict({ last, objectType, onUndo }: { last: Last; objectType: ObjectType; onUndo: () => void }) {
  const { t } = useTranslation('violations')
  const left = Math.ceil(undoSeconds - (useTick() - last.at) / 1000)
  return (
    <span className="drawer-hint desk-last">
      <span role="status">
        {t(last.ids.length > 1 ? 'desk.lastMany' : 'desk.last', {
          name: last.name,
          n: last.ids.length,
          verdict: t(verdictWord(last.alarmType, objectType)),
        })}
      </span>
      {left > 0 && (
        <Button size="small" autoInsertSpace={false} aria-keyshortcuts={undoKey} onClick={onUndo}>
          {t('desk.undo', { seconds: Math.min(left, undoSeconds) })} <kbd aria-hidden>{undoKey}</kbd>
        </Button>
      )}
    </span>
  )
}
