import { ObjectType } from '@huanwei/contract/objects'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { serverNow } from '../../live/objects.ts'
import type { CheckedIds } from '../../ui/tree/checks.ts'
import { historyAddress, mostObjects, useHistoryPage } from '../history/history-search.ts'
import { type LiveTab, typeOf } from './live-search.ts'

/** Several objects of the tab that are picked in the tree; undefined while there are no checkboxes. */
export type Picking = {
  picked: CheckedIds | undefined
  onPicked: (picked: CheckedIds | undefined) => void
  /** True when the map shows nothing else of the kind. */
  isAlone: boolean
  onAlone: (isAlone: boolean) => void
}

type Props = Picking & { tab: LiveTab; picked: CheckedIds }

/** Actions on the objects picked in the tree. */
export function PickBar({ tab, picked, onPicked, isAlone, onAlone }: Props) {
  const { t } = useTranslation('live')
  return (
    <section className="live-pick" aria-label={t('pick.start')}>
      <span role="status">{t('pick.picked', { n: picked.size })}</span>
      <Button
        size="small"
        autoInsertSpace={false}
        type={isAlone ? 'primary' : 'default'}
        aria-pressed={isAlone}
        disabled={!picked.size && !isAlone}
        onClick={() => onAlone(!isAlone)}
      >
        {t('pick.alone')}
      </Button>
      <Playback tab={tab} picked={picked} />
      <Button size="small" type="text" autoInsertSpace={false} onClick={() => onPicked(undefined)}>
        {t('pick.end')}
      </Button>
    </section>
  )
}

/** Their past, of as many as can be told apart. */
function Playback({ tab, picked }: { tab: LiveTab; picked: CheckedIds }) {
  const { t } = useTranslation('live')
  const objectType = typeOf[tab]
  const hasHistory = useHistoryPage()
  if (objectType === ObjectType.facility || !hasHistory || !picked.size) return null
  if (picked.size > mostObjects) return <span className="live-note">{t('pick.most', { n: mostObjects })}</span>
  const keys = Array.from(picked, (id) => `${objectType}-${id}` as const)
  return (
    <Link className="live-link" to={historyAddress(keys, serverNow())}>
      {t('pick.playback')}
    </Link>
  )
}
