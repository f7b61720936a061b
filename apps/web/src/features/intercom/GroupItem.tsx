import { SoundFilled } from '@ant-design/icons'
import type { IntercomGroup } from '@huanwei/contract/intercom/endpoints'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useIntercom } from './intercom.ts'

type Props = { group: IntercomGroup; isChosen: boolean; onChoose: () => void; onOpen: () => void }

/** A group in the list: what kind it is, how many are there, who speaks, what was missed. */
export function GroupItem({ group, isChosen, onChoose, onOpen }: Props) {
  const { t } = useTranslation('intercom')
  const state = useIntercom((s) => s.groups.find(({ id }) => id === group.id))
  const { kind, isDrill } = group
  const place = kind === 'area' ? group.areaName : group.deptName
  const about = [isDrill && t('drill'), t(`kind.${kind}`), place].filter(Boolean).join(' · ')
  return (
    <li className="intercom-group" data-chosen={isChosen ? '' : undefined} data-kind={kind}>
      <button type="button" className="intercom-choose" aria-pressed={isChosen} onClick={onChoose}>
        <strong>{group.name}</strong>
        <small>{group.expires ? t('until', { about, time: group.expires.slice(11, 16) }) : about}</small>
        <small>
          {state?.speaking ? (
            <span className="intercom-speaking">
              <SoundFilled aria-hidden /> {t('speaks', { name: state.speaking.name })}
            </span>
          ) : (
            state && t('present', { count: state.presentCount })
          )}
        </small>
        {group.missed > 0 && <span className="intercom-missed">{t('missed', { count: group.missed })}</span>}
      </button>
      {group.mayChange && (
        <Button size="small" autoInsertSpace={false} aria-haspopup="dialog" onClick={onOpen}>
          {t('edit')}
        </Button>
      )}
    </li>
  )
}
