import type { MsgType } from '@huanwei/contract/messages/codes'
import { Modal, Skeleton, Tabs } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PagePlaceContext } from '../../lib/page.tsx'
import { useWaitingMessages } from '../../live/messages.ts'
import { routeAt } from '../registry.ts'
import type { Queue } from './message-types.ts'
import { CountBadge } from './WaitingBadge.tsx'

type Props = { queues: readonly Queue[]; start: MsgType; onClose: () => void }

/** 事件中心: the queues side by side over whatever page is open, which stays as it is. Source: spec 1, section 2.6. */
export function EventCentre({ queues, start, onClose }: Props) {
  const { t } = useTranslation('shell')
  return (
    <Modal
      open
      centered
      width="min(1320px, 100vw - 32px)"
      className="event-centre"
      title={t('messages.eventCentre')}
      footer={null}
      onCancel={onClose}
    >
      <Tabs
        defaultActiveKey={start}
        tabBarGutter={20}
        items={queues
          .filter(({ isTab }) => isTab)
          .map(({ msgType, path }) => ({
            key: msgType,
            label: <TabName msgType={msgType} />,
            children: <QueueBody path={path} />,
          }))}
      />
    </Modal>
  )
}

function TabName({ msgType }: { msgType: Queue['msgType'] }) {
  const { t } = useTranslation('shell')
  const count = useWaitingMessages([{ msgType }])
  return (
    <>
      {t(`messages.type.${msgType}`)}
      <CountBadge count={count} />
    </>
  )
}

/** The page of a queue, which keeps its state here and not in the address bar: that belongs to the page below. */
function QueueBody({ path }: { path: string }) {
  const [search, setSearch] = useState('')
  const page = useMemo(() => routeAt(path)?.page.draw({}), [path])
  const place = useMemo(
    () => ({
      search,
      isDialog: true as const,
      change: (update: (now: URLSearchParams) => URLSearchParams) =>
        setSearch((now) => update(new URLSearchParams(now)).toString()),
    }),
    [search],
  )
  return (
    <div className="event-centre-body">
      <PagePlaceContext value={place}>
        <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>{page}</Suspense>
      </PagePlaceContext>
    </div>
  )
}
