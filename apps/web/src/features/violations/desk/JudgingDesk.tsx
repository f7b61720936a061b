import type { ObjectType } from '@huanwei/contract/objects'
import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListEmpty } from '../../../ui/list/ListNotice.tsx'
import { DeskHelp } from './DeskHelp.tsx'
import { JudgingPane } from './JudgingPane.tsx'
import { LastVerdict } from './LastVerdict.tsx'
import type { Desk } from './use-desk.ts'
import './desk.css'

type Props = {
  desk: Desk
  objectType: ObjectType
  open: number | undefined
  onOpen: (id: number | undefined) => void
  onStorm: (id: number) => void
  /** True where a row stands for its storm. */
  isFolded: boolean
  /** The list. */
  children: ReactNode
}

/** List and evidence side by side. */
export function JudgingDesk({ desk, objectType, open, onOpen, onStorm, isFolded, children }: Props) {
  const { t } = useTranslation('violations')
  const { last, fresh } = desk
  return (
    <div className="desk">
      {children}
      <Flex vertical component="section" className="desk-pane" aria-label={t('desk.title')}>
        <div className="desk-bar">
          <span role="status">
            {fresh > 0 && (
              <Button size="small" autoInsertSpace={false} onClick={() => void desk.renew()}>
                {t('desk.fresh', { n: fresh })}
              </Button>
            )}
          </span>
          <DeskHelp {...desk.help} />
        </div>
        {open === undefined ? (
          <ListEmpty title={t('desk.none')} hint={t('desk.noneHint')} />
        ) : (
          <JudgingPane
            key={open}
            id={open}
            objectType={objectType}
            onClose={() => onOpen(undefined)}
            onJudged={desk.judged}
            onOpen={onOpen}
            onStorm={onStorm}
            remarks={desk.remarks}
            picked={desk.picked}
            isFolded={isFolded}
            last={last && <LastVerdict last={last} objectType={objectType} onUndo={desk.undo} />}
          />
        )}
      </Flex>
    </div>
  )
}
