import { AudioOutlined, PlusOutlined } from '@ant-design/icons'
import { type IntercomGroup, listIntercomGroups } from '@huanwei/contract/intercom/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { openSpeaker } from '../../media/speaker.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { GroupDrawer } from './GroupDrawer.tsx'
import { GroupItem } from './GroupItem.tsx'
import { useIntercom } from './intercom.ts'
import { MembersMap } from './MembersMap.tsx'
import { SpeechList } from './SpeechList.tsx'
import { listenTo, onIntercomNews, turnOff, turnOn } from './switch.ts'
import { TalkPanel } from './TalkPanel.tsx'
import './intercom.css'

/** `open`: the group that is shown. */
export const IntercomSearch = z.object({ open: z.coerce.number().int().positive().optional().catch(undefined) })
type IntercomSearch = z.infer<typeof IntercomSearch>

/** Push to talk: groups, who is there and who speaks, the last speeches. Source: spec 3, section 17. */
export function IntercomPage({ search: { open }, onSearch }: PageProps<IntercomSearch>) {
  const { t } = useTranslation('intercom')
  const mayTalk = useMay('intercom')
  const cache = useQueryClient()
  const groups = useQuery({ ...query(listIntercomGroups, {}), enabled: mayTalk })
  const [opened, setOpened] = useState<number | 'new'>()
  const listening = useIntercom((s) => s.listening)
  const heard = useRef<number>(undefined)
  useEffect(() => {
    // Seen again in its tab, the page does not go back to a group that was left by an answered call.
    if (open !== undefined && heard.current !== open) hear(open)
    heard.current = open
  }, [open])
  useEffect(() => onIntercomNews(() => void cache.invalidateQueries({ queryKey: [listIntercomGroups.path] })), [cache])
  if (!mayTalk) return <ListEmpty title={t('mayNot')} hint={t('mayNotHint')} />
  const chosen = groups.data?.find(({ id }) => id === (listening ?? open)) ?? groups.data?.[0]
  const choose = ({ id }: IntercomGroup) => {
    onSearch({ open: id })
    hear(id)
  }
  const row = groups.data?.find(({ id }) => id === opened)
  return (
    <div className="intercom">
      <section className="intercom-groups" aria-label={t('groups')}>
        <div className="intercom-head">
          <h2>{t('groups')}</h2>
          <PowerButton />
          <Button autoInsertSpace={false} icon={<PlusOutlined aria-hidden />} onClick={() => setOpened('new')}>
            {t('add')}
          </Button>
        </div>
        {groups.error ? (
          <LoadFailed title={t('failed')} error={groups.error} onRetry={() => groups.refetch()} />
        ) : !groups.data ? (
          <Skeleton active title={false} paragraph={{ rows: 6 }} />
        ) : groups.data.length === 0 ? (
          <ListEmpty title={t('none')} hint={t('noneHint')} />
        ) : (
          <ul>
            {groups.data.map((group) => (
              <GroupItem
                key={group.id}
                group={group}
                isChosen={group.id === chosen?.id}
                onChoose={() => choose(group)}
                onOpen={() => setOpened(group.id)}
              />
            ))}
          </ul>
        )}
      </section>
      {chosen && (
        <section className="intercom-talk" aria-label={chosen.name}>
          <TalkPanel group={chosen} />
          <MembersMap group={chosen} />
          <SpeechList key={chosen.id} group={chosen} />
        </section>
      )}
      {(row || opened === 'new') && (
        <GroupDrawer
          key={opened}
          group={row}
          error={groups.error}
          onReload={groups.refetch}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

/** Asked for again, what is being said in a group would begin anew. */
function hear(groupId: number) {
  if (useIntercom.getState().listening !== groupId) listenTo(groupId)
}

/** The intercom of this tab, on or off. */
function PowerButton() {
  const { t } = useTranslation('intercom')
  const power = useIntercom((s) => s.power)
  const isOn = power !== 'closed'
  function toggle() {
    openSpeaker()
    if (isOn) turnOff()
    else turnOn()
  }
  return (
    <Button
      type={isOn ? 'default' : 'primary'}
      autoInsertSpace={false}
      icon={<AudioOutlined aria-hidden />}
      aria-pressed={isOn}
      onClick={toggle}
    >
      {t(isOn ? 'turnOff' : 'turnOn')}
    </Button>
  )
}
