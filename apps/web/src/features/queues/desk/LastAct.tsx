import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'

const undoKey = 'U'

type Props = {
  /** `at` in epoch ms. */
  last: { ids: readonly number[]; name: string; verdict: string; at: number; undo?: { seconds: number } }
  onUndo: () => void
}

/** What was done last, and the way back while there is one. */
export function LastAct({ last: { ids, name, verdict, at, undo }, onUndo }: Props) {
  const { t } = useTranslation('list')
  const now = useTick()
  const left = undo ? Math.ceil(undo.seconds - (now - at) / 1000) : 0
  return (
    <span className="drawer-hint desk-last">
      <span role="status">
        {t(ids.length > 1 ? 'desk.lastMany' : 'desk.last', { name, n: ids.length, verdict })}
        {!undo && ` · ${t('desk.final')}`}
      </span>
      {undo && left > 0 && (
        <Button size="small" autoInsertSpace={false} aria-keyshortcuts={undoKey} onClick={onUndo}>
          {t('desk.undo', { seconds: Math.min(left, undo.seconds) })} <kbd aria-hidden>{undoKey}</kbd>
        </Button>
      )}
    </span>
  )
}
